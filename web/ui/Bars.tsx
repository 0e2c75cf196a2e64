import classes from './Bars.module.css'

interface Bar {
  label: string
  count: number
  percent: number
}

interface Props {
  /** What is counted; read aloud, not seen. */
  caption: string
  /** What the labels are: "Answer". */
  of: string
  /** What the figures count: "Responses". */
  unit: string
  bars: readonly Bar[]
  /** The longest bar fills its line: of many small shares little else would be seen. */
  stretched?: boolean
}

/** Labels of so many letters have room beside their bars on a phone too. */
const SHORT_LABEL = 12

/** Stacked on a phone, the parts would lose their meaning in some browsers; said outright they keep it. */
const as = (role: string) => ({ role })

/** Shares as bars with their numbers beside them: picture and table in one, so that they say the same. */
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
                {/* Only against a hundred does the rest of the line say anything. */}
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
