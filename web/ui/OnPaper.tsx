import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** Returns true while the browser prints the page, by this app's button or by its own. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Draws at once: the browser prints the page as it is when this returns.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

interface Props {
  className: string | undefined
  /** Called only for printing: the screen does not pay for it. */
  children: () => ReactNode
}

/** Shows its children instead of the screen on paper. */
export function OnPaper({ className, children }: Props) {
  return (
    usePrinting() &&
    createPortal(
      <div data-paper className={className}>
        {children()}
      </div>,
      document.body,
    )
  )
}
