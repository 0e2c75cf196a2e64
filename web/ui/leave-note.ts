import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { toast } from '../core/toasts.ts'

/** Tells a person who leaves a screen or dialog where the work is kept. `isLeft` is called once it has been left. */
export function useLeaveNote(isLeft: () => boolean, note: string): void {
  const leave = useCallbackRef(isLeft)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      const isTold = leave()
      // React's strict mode mounts everything twice.
      queueMicrotask(() => isTold && !isOpen.current && toast.note(note))
    }
  }, [leave, note])
}
