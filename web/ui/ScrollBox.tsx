import type { ReactNode } from 'react'
import classes from './ScrollBox.module.css'

interface Props {
  className?: string | undefined
  /** Keeps the buttons of a row at the right edge, where they are few and small. */
  keepsButtons?: boolean
  children: ReactNode
}

/** The frame of a table of many columns, which scrolls by itself on a narrow screen. */
export const ScrollBox = ({ className = '', keepsButtons = false, children }: Props) => (
  <div className={`${classes.box} ${className}`.trim()} data-keeps-buttons={keepsButtons || undefined}>
    {children}
  </div>
)
