import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Patience } from '../core/patience.ts'

/**
 * Returns true while a form waits for a busy server, and a function that returns the options of a wait. Leaving the
 * form ends the wait.
 */
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
