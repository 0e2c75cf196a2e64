import type { ReactNode } from 'react'
import classes from './CardGrid.module.css'

/** Lays out cards in columns, or below each other on a phone. A screen reader gets a list. */
export const CardGrid = ({ label, columns, children }: { label: string; columns: 2 | 3; children: ReactNode }) => (
  <ul className={classes.cards} data-columns={columns} aria-label={label}>
    {children}
  </ul>
)
