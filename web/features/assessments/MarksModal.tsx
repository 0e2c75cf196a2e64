import { ResultsModal } from './ResultsModal.tsx'
import { StudentResultsModal } from './StudentResultsModal.tsx'
import { SummaryModal } from './SummaryModal.tsx'
import { TotalsModal } from './TotalsModal.tsx'

interface Props {
  /** The dialog that the address names. */
  modal: 'results' | 'mark' | 'summary' | 'totals'
  /** The id of the assessment, or of the student whose marks are given. */
  id: number | undefined
  groupId: number | undefined
  onClose: () => void
}

/** All dialogs of marks and their summaries. They are one chunk, so that other screens do not load it. */
export function MarksModal({ modal, id, groupId, onClose }: Props) {
  if (modal === 'totals') return groupId !== undefined && <TotalsModal groupId={groupId} onClose={onClose} />
  if (id === undefined) return null
  if (modal === 'results') return <ResultsModal key={id} id={id} onClose={onClose} />
  if (modal === 'summary') return <SummaryModal key={id} id={id} onClose={onClose} />
  return groupId !== undefined && <StudentResultsModal key={id} studentId={id} groupId={groupId} onClose={onClose} />
}
