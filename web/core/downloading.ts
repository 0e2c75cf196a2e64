import { useEffect, useRef, useState } from 'react'
import { isCancelled } from './call.ts'
import { nothingReceived, type OnReceived, type Received } from './received.ts'

/** What a call that brings a file is given. */
export interface Receiving {
  signal: AbortSignal
  onReceived: OnReceived
  /** What came of the same file before it was cut off. */
  received: Received
}

interface Downloading {
  isComing: boolean
  /** How much has come, in whole percent; `undefined` while nobody knows. */
  percent: number | undefined
  error: Error | undefined
  /** What had come before the error is kept: the next call goes on from there. */
  isBegun: boolean
  cancel: () => void
  /** Resolves with the file; with nothing when it was given up or did not come. */
  receive: (read: (receiving: Receiving) => Promise<Blob>) => Promise<Blob | undefined>
}

/** Brings one file at a time; leaving the screen gives it up. */
export function useDownload(): Downloading {
  const [isComing, setComing] = useState(false)
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<Error>()
  const running = useRef<AbortController>(undefined)
  const received = useRef(nothingReceived())
  useEffect(() => () => running.current?.abort(), [])

  async function receive(read: (receiving: Receiving) => Promise<Blob>): Promise<Blob | undefined> {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const isMine = () => running.current === mine
    setComing(true)
    setPercent(undefined)
    setError(undefined)
    try {
      const file = await read({
        signal: mine.signal,
        onReceived: (share) => isMine() && setPercent(share === undefined ? undefined : Math.floor(share * 100)),
        received: received.current,
      })
      received.current = nothingReceived()
      return file
    } catch (failure) {
      if (isCancelled(failure)) received.current = nothingReceived()
      else if (isMine()) setError(failure as Error)
      return undefined
    } finally {
      if (isMine()) setComing(false)
    }
  }

  const { bytes, version } = received.current
  const cancel = () => running.current?.abort()
  return { isComing, percent, error, isBegun: bytes > 0 && version !== undefined, cancel, receive }
}
