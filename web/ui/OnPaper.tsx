import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** Whether the browser is putting the page on paper, by our button or by its own. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // At once: the browser takes the page as it stands when this returns.
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
  /** Called when it is printed: the screen does not pay for it. */
  children: () => ReactNode
}

/** What is printed in the place of the screen. */
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
