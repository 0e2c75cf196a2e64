import type { ReactNode } from 'react'
import classes from './ScrollBox.module.css'

interface Props {
  className?: string | undefined
  /** Keeps the actions in sight as well, where they take little of the width. */
  keepsActions?: boolean
  children: ReactNode
}

/** The frame of a table of many columns, which scrolls by itself on a narrow screen. */
export const ScrollBox = ({ className = '', keepsActions, children }: Props) => (
  <div className={`${classes.box} ${className}`.trim()} data-keeps-actions={keepsActions}>
    {children}
  </div>
)
