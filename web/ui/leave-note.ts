import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { toast } from '../core/toasts.ts'

/** Says to who leaves a screen or a dialog where the work is, if there is any: `isLeft` is asked once it has been left. */
export function useLeaveNote(isLeft: () => boolean, note: string): void {
  const leave = useCallbackRef(isLeft)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      const isTold = leave()
      // React's strict mode closes and opens everything once.
      queueMicrotask(() => isTold && !isOpen.current && toast.note(note))
    }
  }, [leave, note])
}
