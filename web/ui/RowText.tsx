import type { ReactNode } from 'react'
import classes from './RowText.module.css'

interface Props {
  /** The name of the row, or a small line below it. */
  kind: 'name' | 'detail'
  id?: string
  /** A text of people: in its own direction, at most two lines. */
  own?: boolean
  /** Keeps figures on one line: broken ones are misread. */
  figures?: boolean
  children: ReactNode
}

/** A line of a row. A list has hundreds. */
export function RowText({ kind, id, own = false, figures = false, children }: Props) {
  return (
    <div
      id={id}
      className={classes.line}
      data-kind={kind}
      data-own={own || undefined}
      data-figures={figures || undefined}
      dir={own ? 'auto' : undefined}
    >
      {children}
    </div>
  )
}

/** Puts badges and words of a row side by side as far as there is room. */
export const RowWords = ({ children }: { children: ReactNode }) => <div className={classes.words}>{children}</div>
