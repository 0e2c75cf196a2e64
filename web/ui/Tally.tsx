import type { FocusEvent, ReactNode } from 'react'
import classes from './Tally.module.css'

interface Props {
  label: string
  /** Undefined is not shown. */
  figures: Readonly<Record<string, number | string | undefined>>
  /** What stands beside the figures. */
  children?: ReactNode
}

/** What the lines of a dialog come to so far; it stays in view while they are gone through. */
export const Tally = ({ label, figures, children }: Props) => (
  <div className={classes.head}>
    <dl className={classes.counts} aria-label={label}>
      {Object.entries(figures).map(
        ([word, figure]) =>
          figure !== undefined && (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{figure}</dd>
            </div>
          ),
      )}
    </dl>
    {children}
  </div>
)

/** The dialog that opens gives its first line the focus without showing it; a low screen has it beneath the buttons. */
export function showFocused({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
}
