import type { ReactNode } from 'react'
import classes from './ScrollBox.module.css'

interface Props {
  className?: string | undefined
  children: ReactNode
}

/** The frame of a table of many columns, which scrolls by itself on a narrow screen. */
export const ScrollBox = ({ className = '', children }: Props) => (
  <div className={`${classes.box} ${className}`.trim()}>{children}</div>
)
