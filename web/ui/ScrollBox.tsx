import type { ReactNode } from 'react'
import classes from './ScrollBox.module.css'

/** The frame of a table of many columns, which scrolls by itself on a narrow screen. */
export const ScrollBox = ({ children }: { children: ReactNode }) => <div className={classes.box}>{children}</div>
