import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { ELIGIBILITY_WORDS, wordOf } from '../../../shared/labels.ts'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { conditionName, exemptionText, lackText, worstFirst } from './rules.ts'

/** The lines of a row; what opens has all. */
const LINES = 2

/** Shows the verdict, and below it the figures that speak against the student, the worst first. */
export function VerdictRow({ row }: { row: Pick<EligibilityRow, 'verdict' | 'conditions'> }) {
  const below = worstFirst(row)
  const more = below.length - LINES
  return (
    <div>
      <StatusBadge status={row.verdict} label={wordOf(ELIGIBILITY_WORDS, row.verdict)} />
      {row.verdict === 'unjudged' && (
        <RowText kind="detail">
          {row.conditions.length === 0 ? 'Nothing is asked here' : 'Nothing was held here'}
        </RowText>
      )}
      {below.slice(0, LINES).map((one, place) => (
        <RowText key={conditionName(one)} kind="detail">
          {lackText(one)}
          {one.exemption && ` (${exemptionText(one.exemption)})`}
          {more > 0 && place === LINES - 1 && `, and ${more} more`}
        </RowText>
      ))}
    </div>
  )
}
