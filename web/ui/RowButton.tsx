import type { ReactNode } from 'react'
import classes from './RowButton.module.css'

interface Props {
  /** What the row is for; the others are quieter. */
  main?: boolean
  /** The id of what names the row. */
  of: string
  onClick: () => void
  children: ReactNode
}

/** A button of a row that says what it does. Not the kit's: a list has many, and each would take ten times as long to draw. */
export const RowButton = ({ main = false, of, onClick, children }: Props) => (
  <button
    type="button"
    className={classes.button}
    data-main={main || undefined}
    aria-describedby={of}
    onClick={onClick}
  >
    {children}
  </button>
)
