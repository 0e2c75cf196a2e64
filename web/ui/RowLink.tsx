import type { ReactNode } from 'react'
import classes from './RowLink.module.css'

interface Props {
  to: string
  children: ReactNode
}

/**
 * A link in a row to another screen. Not the router's: a list has hundreds, and each of those would be drawn again
 * whenever the address changes, as it does with each dialog. The frame follows them all (`useFollowing`).
 */
export const RowLink = ({ to, children }: Props) => (
  <a href={to} data-leads className={classes.link}>
    {children}
  </a>
)
