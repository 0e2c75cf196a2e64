import type { ReactNode } from 'react'
import classes from './RowButton.module.css'

interface Props {
  /** The row's main action; the others are quieter. */
  main?: boolean
  /** The id of the element with the row's name. */
  of: string
  onClick: () => void
  children: ReactNode
}

/** A button of a row, in words. A list has many. */
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
