import { HitRow } from './HitRow.tsx'
import { type FoundRow, grouped } from './rules.ts'
import classes from './SearchModal.module.css'

interface Props {
  id: string
  label: string
  rows: readonly FoundRow[]
  /** The headings of kinds with further hits. */
  more?: readonly string[]
  q: string
  /** The place of its first row among all rows, of which one is active. */
  from: number
  active: number
  onPoint: (index: number) => void
  /** The id of the row at a place. */
  rowId: (index: number) => string
}

/** Lists rows under headings. The focus stays in the search field, whose ARIA names the active row. */
export function HitsList({ id, label, rows, more = [], q, from, active, onPoint, rowId }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label}>
      {grouped(rows).map(({ heading, of }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are choices
        <div key={heading} role="group" aria-labelledby={`${id}-of-${place}`}>
          <div id={`${id}-of-${place}`} className={classes.heading}>
            {heading}
          </div>
          {of.map((row) => {
            const index = from + rows.indexOf(row)
            return (
              <HitRow
                key={row.key}
                row={row}
                q={q}
                id={rowId(index)}
                isActive={index === active}
                onPoint={() => onPoint(index)}
              />
            )
          })}
          {more.includes(heading) && <div className={classes.more}>There are more. Type more to see them.</div>}
        </div>
      ))}
    </div>
  )
}
