import type { ReactNode } from 'react'
import classes from './RowLink.module.css'

interface Props {
  to: string
  children: ReactNode
}

/**
 * Links from a row to another screen. It is not the router's: a list has hundreds, and each would be drawn again with
 * every change of the address. The frame follows them all (`useFollowing`).
 */
export const RowLink = ({ to, children }: Props) => (
  <a href={to} data-leads className={classes.link}>
    {children}
  </a>
)
