import { HIT_KINDS, type Hit, type HitKind } from '../../../shared/contract/search.ts'
import { wordOf } from '../../../shared/labels.ts'
import { HitRow } from './HitRow.tsx'
import { grouped } from './rules.ts'
import classes from './SearchModal.module.css'

interface Props {
  id: string
  hits: readonly Hit[]
  /** The kinds with further hits. */
  more: readonly HitKind[]
  q: string
  active: number
  onPoint: (index: number) => void
}

export const hitId = (list: string, index: number) => `${list}-${index}`

/** Lists the hits under headings. The focus stays in the search field, whose ARIA names the active hit. */
export function HitsList({ id, hits, more, q, active, onPoint }: Props) {
  return (
    <div id={id} role="listbox" aria-label="Found">
      {grouped(hits).map(({ kind, of }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are choices
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <div id={`${id}-${kind}`} className={classes.heading}>
            {wordOf(HIT_KINDS, kind)}
          </div>
          {of.map((hit) => {
            const index = hits.indexOf(hit)
            return (
              <HitRow
                key={hit.id}
                hit={hit}
                q={q}
                id={hitId(id, index)}
                isActive={index === active}
                onPoint={() => onPoint(index)}
              />
            )
          })}
          {more.includes(kind) && <div className={classes.more}>There are more. Type more to see them.</div>}
        </div>
      ))}
    </div>
  )
}
