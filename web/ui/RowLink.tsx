import type { ReactNode } from 'react'
import classes from './RowLink.module.css'

interface Props {
  to: string
  /** The path of the screen that it leads to, whose code is loaded when it is pointed at. */
  screen: string
  children: ReactNode
}

/**
 * A link in a row to another screen. Not the router's: a list has hundreds, and each of those would be drawn again
 * whenever the address changes, as it does with each dialog. The frame follows them all (`useFollowing`).
 */
export const RowLink = ({ to, screen, children }: Props) => (
  <a href={to} data-leads={screen} className={classes.link}>
    {children}
  </a>
)
