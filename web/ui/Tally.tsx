import type { FocusEvent, ReactNode } from 'react'
import classes from './Tally.module.css'

interface Props {
  label: string
  /** An undefined figure is not shown. */
  figures: Readonly<Record<string, number | string | undefined>>
  /** The content beside the figures. */
  children?: ReactNode
}

/** Shows the totals of a dialog's lines. It stays in view during scrolling. */
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

/** Scrolls to the focused line, which a low screen has beneath the buttons when the dialog opens. */
export function showFocused({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
}
