import type { ReactNode } from 'react'
import classes from './CardGrid.module.css'

/** Cards in columns, one below the other on a phone; a list to a screen reader. */
export const CardGrid = ({ label, columns, children }: { label: string; columns: 2 | 3; children: ReactNode }) => (
  <ul className={classes.cards} data-columns={columns} aria-label={label}>
    {children}
  </ul>
)
