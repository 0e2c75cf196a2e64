import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './MarksList.module.css'
import { type MarkStatus, statusWord } from './rules.ts'

export const CHOICES: readonly { status: MarkStatus; icon: TablerIcon; key: string }[] = [
  { status: 'present', icon: IconCircleCheck, key: 'p' },
  { status: 'absent', icon: IconCircleX, key: 'a' },
  { status: 'leave', icon: IconClock, key: 'l' },
]

interface Props {
  student: RosterStudent
  /** Undefined while nobody has marked the student. */
  mark: MarkStatus | undefined
  /** The first of the list, which the keys work on at once. */
  first: boolean
  onMark: (studentId: number, status: MarkStatus) => void
}

/** One student with the three choices; drawn again only when its own mark changes. */
export const MarkRow = memo(function MarkRow({ student, mark, first, onMark }: Props) {
  const id = useId()
  const { student_id, name, roll_no, student_status, is_marked, status } = student
  const changed = status !== null && mark !== status
  return (
    <li className={classes.row} data-untouched={(is_marked && mark === undefined) || undefined}>
      <div id={id} className={classes.who}>
        {roll_no && <span className={classes.roll}>{roll_no}</span>}{' '}
        <span className={classes.name}>
          <PersonName name={name} />
        </span>
      </div>
      {is_marked ? (
        <>
          {(mark === undefined || changed) && (
            <Text size="sm" c="dimmed" className={classes.note}>
              {changed ? `was ${statusWord(status)}` : 'Not marked yet'}
            </Text>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid of its own in every browser */}
          <div role="group" aria-labelledby={id} className={classes.choices} data-student={student_id}>
            {CHOICES.map(({ status: choice, icon: Icon }, index) => (
              <button
                key={choice}
                type="button"
                className={classes.choice}
                data-choice={choice}
                aria-pressed={mark === choice}
                data-autofocus={(first && index === 0) || undefined}
                onClick={() => onMark(student_id, choice)}
              >
                <Icon size={18} aria-hidden />
                {statusWord(choice)}
              </button>
            ))}
          </div>
        </>
      ) : (
        <div className={classes.out}>
          <StatusBadge status={student_status} />
          <Text size="sm" c="dimmed">
            Not active: left out
          </Text>
        </div>
      )}
    </li>
  )
})
