import type { LeaveAnswer } from '../../shared/contract/leaves.ts'
import { formatInstant } from '../core/formats.ts'
import { PersonName } from '../ui/PersonName.tsx'
import { RowText, RowWords } from '../ui/RowText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

interface Props {
  answers: readonly LeaveAnswer[]
  /** With the note, by whom and when. */
  full?: boolean
}

/** Who answered, and when; a student who withdraws is none who answers. */
export const AnsweredBy = ({ answered_by: by, answered_at: at }: LeaveAnswer) =>
  by && (
    <>
      by <PersonName name={by.name} />
      {at && `, ${formatInstant(at)}`}
    </>
  )

/** What each department says to a leave request, in a row. */
export const LeaveAnswers = ({ answers, full = false }: Props) => (
  <div style={{ display: 'grid', gap: 8 }}>
    {answers.map((answer) => (
      <div key={answer.department.id}>
        <RowWords>
          <bdi>{answer.department.name}</bdi>
          <StatusBadge status={answer.status} />
        </RowWords>
        {full && answer.note && (
          <RowText kind="detail" own>
            {answer.note}
          </RowText>
        )}
        {full && answer.answered_by && (
          <RowText kind="detail">
            <AnsweredBy {...answer} />
          </RowText>
        )}
      </div>
    ))}
  </div>
)
