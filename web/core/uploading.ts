import { useEffect, useRef, useState } from 'react'

/** The share that has been sent, 0 to 1, unless a busy server is waited for. */
export type Progress = number | 'waiting'

interface Sending {
  signal: AbortSignal
  onProgress: (share: number) => void
  onWait: (waiting: boolean) => void
}

/** How far an upload is, and the way to give it up; leaving the form gives it up too. */
export function useUpload() {
  const [progress, setProgress] = useState<Progress>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  /** Gives up what is under way; nobody hears of it any more. */
  function drop(): void {
    const before = sending.current
    sending.current = undefined
    before?.abort()
  }

  /** One that another has taken the place of never answers. */
  async function send<T>(start: (options: Sending) => Promise<T>): Promise<T> {
    drop()
    const mine = new AbortController()
    sending.current = mine
    const isDropped = () => sending.current !== mine
    const tell = (now: Progress) => {
      if (!isDropped() && !mine.signal.aborted) setProgress(now)
    }
    tell(0)
    const sent = start({ signal: mine.signal, onProgress: tell, onWait: (waiting) => tell(waiting ? 'waiting' : 0) })
    await Promise.allSettled([sent])
    if (isDropped()) return new Promise<never>(() => undefined)
    setProgress(undefined)
    return sent
  }

  return { progress, send, drop, cancel: () => sending.current?.abort() }
}
