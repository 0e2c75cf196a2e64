import type { ReactNode } from 'react'
import { figure } from '../../shared/labels.ts'
import classes from './FigureCards.module.css'

const asItIs = (figure: string): ReactNode => figure

export interface Figure {
  label: string
  value: string | number
  meaning?: 'good' | 'bad' | 'waiting'
  /** Explains the count where its word does not. */
  note?: string
  /** Makes a link of the figure, which opens its rows. */
  link?: (figure: string) => ReactNode
}

interface Props {
  label: string
  figures: readonly Figure[]
  /** Puts each figure beside its word, above a table that is what people look for. */
  isSlim?: boolean
}

/** Shows figures side by side, each under its word. */
export function FigureCards({ label, figures, isSlim }: Props) {
  return (
    <dl className={classes.figures} data-slim={isSlim || undefined} aria-label={label}>
      {figures.map(({ label: word, value, meaning, note, link = asItIs }) => (
        <div key={word} className={classes.figure} data-meaning={meaning}>
          <dt>{word}</dt>
          <dd>
            {link(typeof value === 'number' ? figure(value) : value)}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
