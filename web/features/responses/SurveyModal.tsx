import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import { Facts } from '../../ui/Facts.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { surveyQuery } from './api.ts'
import { ANONYMOUS, assignedTo, readersText, standingOf } from './rules.ts'
import { TakeSurveyRow } from './TakeSurveyRow.tsx'

interface Props {
  id: number
  onClose: () => void
}

/** Shows everything that a student may know before answering. */
export function SurveyModal({ id, onClose }: Props) {
  const query = useQuery(surveyQuery(id))
  return (
    <RecordModal title="Survey Details" query={query} onClose={onClose}>
      {(survey) => {
        const { start_date, end_date, is_anonymous } = survey
        const [badge, word] = standingOf(survey)
        return (
          <Modal
            title="Survey Details"
            onClose={onClose}
            footer={
              <>
                <CloseFooter onClose={onClose} />
                <TakeSurveyRow survey={survey} />
              </>
            }
          >
            <Facts
              facts={[
                ['Title', survey.title, 'wide'],
                ['Description', survey.description, 'wide'],
                ['Status', <StatusBadge key="status" status={badge} label={word} />],
                ['Your response', labelOf(survey.has_responded ? 'completed' : 'pending')],
                ['Start Date', start_date && formatDay(start_date)],
                ['End Date', end_date && formatDay(end_date)],
                ['Assigned to', assignedTo(survey)],
                ['Questions', survey.question_count],
                ['You can answer', survey.allow_multiple_responses ? 'Several times' : 'Once'],
                [
                  'Who sees your answers',
                  is_anonymous ? `${ANONYMOUS}. ${readersText(survey)}` : readersText(survey),
                  'wide',
                ],
              ]}
            />
          </Modal>
        )
      }}
    </RecordModal>
  )
}
