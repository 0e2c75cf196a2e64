import { ApiError } from './api-error.ts'

export interface Patience {
  signal?: AbortSignal | undefined
  /** Called when a wait begins and when it ends. */
  onWait?: ((waiting: boolean) => void) | undefined
}

/** Returns the milliseconds after which a 503 of a busy server may be tried again; nothing for other errors. */
export function waitAfter(error: unknown): number | undefined {
  const seconds = error instanceof ApiError && error.status === 503 ? error.retryAfter : undefined
  if (seconds === undefined || !(seconds >= 0)) return undefined
  // The waits differ, so that a class that was sent away together does not come back together.
  return Math.min(Math.max(seconds, 1), 30) * (1000 + Math.random() * 500)
}

/** Tries again, up to three times, when a busy server answers 503 with a time to come back. */
export async function patiently<T>(attempt: () => Promise<T>, { signal, onWait }: Patience, left = 3): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const wait = waitAfter(error)
    if (!left || wait === undefined) throw error
    onWait?.(true)
    await new Promise((resolve) => {
      setTimeout(resolve, wait)
      signal?.addEventListener('abort', resolve)
    })
    onWait?.(false)
    if (signal?.aborted) throw new DOMException('Cancelled', 'AbortError')
    return patiently(attempt, { signal, onWait }, left - 1)
  }
}
