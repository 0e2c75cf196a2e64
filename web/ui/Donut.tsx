import type { ReactNode } from 'react'
import classes from './Donut.module.css'

export interface Slice {
  label: string
  value: number
  meaning: 'good' | 'bad' | 'waiting'
}

interface Props {
  /** Names the counted things; read aloud, not seen. */
  caption: string
  /** The heading of the figures: "Sessions". */
  unit: string
  slices: readonly Slice[]
  /** In the middle of the ring. */
  figure: string
  /** Below the figures. */
  children?: ReactNode
}

/** Returns each slice's start, the sum of all before it. */
const startsOf = (slices: readonly Slice[]) =>
  slices.map((_, index) => slices.slice(0, index).reduce((sum, { value }) => sum + value, 0))

/** Shows a ring of shares beside a table of their numbers and words. */
export function Donut({ caption, unit, slices, figure, children }: Props) {
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const starts = startsOf(slices)
  const said = `${caption}: ${slices.map(({ label, value }) => `${value} ${label.toLowerCase()}`).join(', ')}`
  return (
    <div className={classes.donut}>
      <div className={classes.picture}>
        <svg viewBox="0 0 120 120" role="img" aria-label={said} className={classes.ring}>
          <circle cx="60" cy="60" r="50" className={classes.ground} />
          {slices.map(
            ({ label, value, meaning }, index) =>
              value > 0 && (
                <circle
                  key={label}
                  cx="60"
                  cy="60"
                  r="50"
                  pathLength={total}
                  strokeDasharray={`${value} ${total - value}`}
                  strokeDashoffset={-(starts[index] ?? 0)}
                  className={classes.slice}
                  data-meaning={meaning}
                />
              ),
          )}
        </svg>
        <strong className={classes.figure}>{figure}</strong>
      </div>
      <div className={classes.beside}>
        <table className={classes.table}>
          <caption className={classes.caption}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ label, value, meaning }) => (
              <tr key={label}>
                <th scope="row">
                  <span className={classes.mark} data-meaning={meaning} />
                  {label}
                </th>
                <td>{value}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Total</th>
              <td>{total}</td>
            </tr>
          </tbody>
        </table>
        {children}
      </div>
    </div>
  )
}
