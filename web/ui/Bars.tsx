import classes from './Bars.module.css'

interface Bar {
  label: string
  count: number
  percent: number
}

interface Props {
  /** Names the counted things; read aloud, not seen. */
  caption: string
  /** The heading of the labels: "Answer". */
  of: string
  /** The heading of the figures: "Responses". */
  unit: string
  bars: readonly Bar[]
  /** Scales the bars to the longest: small shares would hardly be seen. */
  stretched?: boolean
}

/** The longest label that has room beside its bar on a phone. */
const SHORT_LABEL = 12

/** Stacked on a phone, the parts would lose their meaning in some browsers, so their roles are explicit. */
const as = (role: string) => ({ role })

/** Shows shares as bars with their numbers. Picture and table are one, so that they say the same. */
export function Bars({ caption, of, unit, bars, stretched = false }: Props) {
  const isShort = bars.every(({ label }) => label.length <= SHORT_LABEL)
  const whole = stretched ? Math.max(...bars.map(({ percent }) => percent), 1) : 100
  return (
    <table className={classes.table} data-short={isShort || undefined} {...as('table')}>
      <caption className={classes.caption}>{caption}</caption>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          <th scope="col" {...as('columnheader')}>
            {of}
          </th>
          <th scope="col" {...as('columnheader')}>
            Percent
          </th>
          <th scope="col" {...as('columnheader')}>
            {unit}
          </th>
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {bars.map(({ label, count, percent }) => (
          <tr key={label} {...as('row')}>
            <th scope="row" {...as('rowheader')} dir="auto">
              {label}
            </th>
            <td {...as('cell')}>
              <div className={classes.share}>
                {/* The rest of the line has a meaning only against a hundred. */}
                <span className={classes.track} data-whole={!stretched || undefined} aria-hidden>
                  <span className={classes.bar} style={{ inlineSize: `${(percent / whole) * 100}%` }} />
                </span>
                <span className={classes.percent}>{percent}%</span>
              </div>
            </td>
            <td {...as('cell')}>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
