import { ResultsModal } from './ResultsModal.tsx'
import { StudentResultsModal } from './StudentResultsModal.tsx'
import { SummaryModal } from './SummaryModal.tsx'
import { TotalsModal } from './TotalsModal.tsx'

interface Props {
  /** What of them the address names. */
  modal: 'results' | 'mark' | 'summary' | 'totals'
  /** Of an assessment, or of a student who is marked. */
  id: number | undefined
  groupId: number | undefined
  onClose: () => void
}

/** Giving marks, and what they come to: one part of the app, so that the screens which do neither do not load it. */
export function MarksModal({ modal, id, groupId, onClose }: Props) {
  if (modal === 'totals') return groupId !== undefined && <TotalsModal groupId={groupId} onClose={onClose} />
  if (id === undefined) return null
  if (modal === 'results') return <ResultsModal key={id} id={id} onClose={onClose} />
  if (modal === 'summary') return <SummaryModal key={id} id={id} onClose={onClose} />
  return groupId !== undefined && <StudentResultsModal key={id} studentId={id} groupId={groupId} onClose={onClose} />
}
