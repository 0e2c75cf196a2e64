import { ApiError } from './api-error.ts'

export interface Patience {
  signal?: AbortSignal | undefined
  /** Called when a wait begins and when it ends. */
  onWait?: ((waiting: boolean) => void) | undefined
}

/** The milliseconds after which what a busy server sent away with a 503 may be asked again; nothing of any other error. */
export function waitAfter(error: unknown): number | undefined {
  const seconds = error instanceof ApiError && error.status === 503 ? error.retryAfter : undefined
  if (seconds === undefined || !(seconds >= 0)) return undefined
  // Not all at once: a class that was sent away together does not come back together.
  return Math.min(Math.max(seconds, 1), 30) * (1000 + Math.random() * 500)
}

/** Asks again, three times at the most, what a busy server answers 503 with the time to come back. */
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
