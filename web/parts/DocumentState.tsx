import type { VerifiedDocument } from '../../shared/contract/verified-documents.ts'
import { formatDay } from '../core/formats.ts'
import { RowText } from '../ui/RowText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WholeNumbers } from '../ui/WholeNumbers.tsx'

type Told = Pick<VerifiedDocument, 'state' | 'ended_on' | 'replaced_by' | 'reason'>

/** Says whether a document stands, else since when not, and why. */
export function DocumentState({ document: { state, ended_on, replaced_by, reason } }: { document: Told }) {
  // A withdrawal has a day of its own: the later document has not withdrawn it.
  const by = replaced_by && (state === 'withdrawn' ? `replaced by ${replaced_by}` : `by ${replaced_by}`)
  const detail = [ended_on && formatDay(ended_on), state !== 'withdrawn' && by].filter(Boolean).join(', ')
  return (
    <div>
      <StatusBadge status={state} />
      {detail && (
        <RowText kind="detail">
          <WholeNumbers text={detail} />
        </RowText>
      )}
      {by && state === 'withdrawn' && (
        <RowText kind="detail">
          <WholeNumbers text={by} />
        </RowText>
      )}
      {reason && (
        <RowText kind="detail" own>
          {reason}
        </RowText>
      )}
    </div>
  )
}
