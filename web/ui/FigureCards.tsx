import classes from './FigureCards.module.css'

interface Figure {
  label: string
  value: string | number
  meaning?: 'good' | 'bad' | 'waiting'
  /** What the figure counts, where its word does not say it. */
  note?: string
}

/** Figures side by side, each under its word. */
export function FigureCards({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} data-three={figures.length === 3 || undefined} aria-label={label}>
      {figures.map(({ label: word, value, meaning, note }) => (
        <div key={word} className={classes.figure} data-meaning={meaning}>
          <dt>{word}</dt>
          <dd>
            {value.toLocaleString('en')}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
