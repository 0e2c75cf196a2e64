import type { FrozenList } from '../../../shared/contract/eligibility-lists.ts'
import { formatDay } from '../../core/formats.ts'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Says whether a list stands as a document, else since when not, and why. */
export function StatePanel({ list }: { list: Pick<FrozenList, 'state' | 'ended_on' | 'replaced_by' | 'reason'> }) {
  const { state, ended_on, replaced_by, reason } = list
  const detail = [ended_on && formatDay(ended_on), replaced_by && `by ${replaced_by}`].filter(Boolean).join(', ')
  return (
    <div>
      <StatusBadge status={state} />
      {detail && <RowText kind="detail">{detail}</RowText>}
      {reason && (
        <RowText kind="detail" own>
          {reason}
        </RowText>
      )}
    </div>
  )
}
