import { useEffect, useRef, useState } from 'react'
import { isCancelled } from './call.ts'
import { nothingReceived, type OnReceived, type Received } from './received.ts'

/** The options of a call that reads a file. */
export interface Receiving {
  signal: AbortSignal
  onReceived: OnReceived
  /** The part of the file that came before the connection was cut. */
  received: Received
}

interface Downloading {
  isComing: boolean
  /** The received share in whole percent; undefined while unknown. */
  percent: number | undefined
  error: Error | undefined
  /** True when a part came before the error: the next call goes on from there. */
  isBegun: boolean
  cancel: () => void
  /** Resolves with the file, or with nothing when it was given up or failed. */
  receive: (read: (receiving: Receiving) => Promise<Blob>) => Promise<Blob | undefined>
}

/** Receives one file at a time; leaving the screen gives it up. */
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
