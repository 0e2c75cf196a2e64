import type { LeaveAnswer } from '../../shared/contract/leaves.ts'
import { formatInstant } from '../core/formats.ts'
import { PersonName } from '../ui/PersonName.tsx'
import { RowText, RowWords } from '../ui/RowText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './LeaveAnswers.module.css'

/** Names the person who answered, and the time; a withdrawal is no answer. */
export const AnsweredBy = ({ answered_by: by, answered_at: at }: LeaveAnswer) =>
  by && (
    <>
      by <PersonName name={by.name} />
      {at && `, ${formatInstant(at)}`}
    </>
  )

/** Groups equal answers: eight waiting departments are one line, not eight. In full each answer has its own. */
function together(answers: readonly LeaveAnswer[], full: boolean): LeaveAnswer[][] {
  const lines = new Map<string, LeaveAnswer[]>()
  for (const answer of answers) {
    const line = full && answer.answered_by ? `${answer.department.id}` : answer.status
    lines.set(line, [...(lines.get(line) ?? []), answer])
  }
  return [...lines.values()]
}

interface Props {
  answers: readonly LeaveAnswer[]
  /** Adds the note, the person and the time. */
  full?: boolean
}

/** Shows the departments' answers to a leave request in a row. */
export const LeaveAnswers = ({ answers, full = false }: Props) => (
  <div className={classes.answers}>
    {together(answers, full).map((line) => {
      const [first] = line
      return (
        first && (
          <div key={first.department.id}>
            <RowWords>
              <StatusBadge status={first.status} />
              <span>
                {line.map(({ department }, index) => (
                  <span key={department.id}>
                    {index > 0 && ', '}
                    <bdi>{department.name}</bdi>
                  </span>
                ))}
              </span>
            </RowWords>
            {full && first.note && (
              <RowText kind="detail" own>
                {first.note}
              </RowText>
            )}
            {full && first.answered_by && (
              <RowText kind="detail">
                <AnsweredBy {...first} />
              </RowText>
            )}
          </div>
        )
      )
    })}
  </div>
)
