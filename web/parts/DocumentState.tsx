import type { VerifiedDocument } from '../../shared/contract/verified-documents.ts'
import { formatDay } from '../core/formats.ts'
import { RowText } from '../ui/RowText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Told = Pick<VerifiedDocument, 'state' | 'ended_on' | 'replaced_by' | 'reason'>

/** Says whether a document stands, else since when not, and why. */
export function DocumentState({ document: { state, ended_on, replaced_by, reason } }: { document: Told }) {
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
