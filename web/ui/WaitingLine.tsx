import { useEffect, useRef, useState } from 'react'
import type { Patience } from '../core/patience.ts'
import { Text } from './elements.tsx'

/** Tells if a form waits for a busy server, and begins such a wait, which ends when the form is left. */
export function useWaiting(): [waiting: boolean, begin: () => Patience] {
  const [waiting, onWait] = useState(false)
  const left = useRef<AbortController>(undefined)
  useEffect(() => () => left.current?.abort(), [])
  return [
    waiting,
    () => {
      left.current = new AbortController()
      return { signal: left.current.signal, onWait }
    },
  ]
}

/** Stands in the page from the start: only changes of a status line are read out. */
export const WaitingLine = ({ waiting }: { waiting: boolean }) => (
  <Text size="sm" role="status" mt={waiting ? 'sm' : 0}>
    {waiting && 'The server is busy. Trying again…'}
  </Text>
)
