import { IconCircleCheck, IconCircleX, IconClock, IconMessagePlus, type TablerIcon } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { MARK_REMARKS_MAX } from '../../../shared/limits.ts'
import { Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './RegisterList.module.css'
import { type EntryStatus, statusWord } from './register.rules.ts'
import { isApart, membershipText } from './roster.rules.ts'

export const CHOICES: readonly { status: EntryStatus; icon: TablerIcon; key: string }[] = [
  { status: 'present', icon: IconCircleCheck, key: 'p' },
  { status: 'absent', icon: IconCircleX, key: 'a' },
  { status: 'leave', icon: IconClock, key: 'l' },
]

interface Props {
  student: RosterStudent
  /** Undefined until the student is marked. */
  entry: EntryStatus | undefined
  /** The entry that is saved for a student of the day who is not marked: absent in a first taking. */
  byDefault: EntryStatus | undefined
  remark: string
  /** The heading above this row, if a new part of the list begins. */
  heading: string | undefined
  /** True for the first row, which shows the hint about the keys. */
  first: boolean
  onEntry: (studentId: number, status: EntryStatus) => void
  onRemark: (studentId: number, text: string) => void
}

/** Offers a remark for a marked student, and shows its field. */
function EntryRemark({
  student: { student_id, name },
  entry,
  remark,
  onRemark,
}: Pick<Props, 'student' | 'entry' | 'remark' | 'onRemark'>) {
  const [remarking, setRemarking] = useState(false)
  const isShown = remark !== '' || remarking
  return (
    <>
      {/* Keeps the room, so that marking moves nothing. */}
      <div className={classes.remark} data-hidden={entry === undefined || isShown || undefined}>
        <IconAction label={`Add remarks for ${name}`} icon={IconMessagePlus} onClick={() => setRemarking(true)} />
      </div>
      {isShown && (
        <TextInput
          className={classes.remarks}
          label={
            <>
              Remarks for <bdi>{name}</bdi>
            </>
          }
          maxLength={MARK_REMARKS_MAX}
          autoFocus={remarking}
          value={remark}
          onChange={(event) => {
            setRemarking(true)
            onRemark(student_id, event.currentTarget.value)
          }}
        />
      )}
    </>
  )
}

/** Says beside the name what else counts: the student's status, a leave, and the entry as it is stored. */
function EntryState({
  student: { student_status, has_leave, status },
  entry,
  isUntouched,
}: Pick<Props, 'student' | 'entry'> & { isUntouched: boolean }) {
  const changed = status !== null && entry !== status
  return (
    <>
      {student_status !== 'active' && <StatusBadge status={student_status} />}
      {has_leave && <StatusBadge status="leave_granted" />}
      {changed && (
        <Text size="sm" c="dimmed">
          was {statusWord(status)}
        </Text>
      )}
      {!changed && isUntouched && !has_leave && (
        <Text size="sm" c="dimmed" className={classes.untouched}>
          Not marked yet
        </Text>
      )}
    </>
  )
}

/** Shows a student with the three choices and a remark. Memoised: drawn again only when its own entry changes. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { student, entry, byDefault, remark, heading, first, onEntry, onRemark } = props
  const id = useId()
  const { student_id, name, roll_no, student_status, is_marked, status } = student
  const membership = membershipText(student)
  const isUntouched = is_marked && entry === undefined && !isApart(student, entry)
  const shown = isUntouched ? byDefault : entry
  return (
    <li className={classes.row} data-untouched={isUntouched || undefined} data-stored={status !== null || undefined}>
      {heading && (
        <Text fw={600} className={classes.heading}>
          {heading}
        </Text>
      )}
      <div id={id} className={classes.who}>
        {roll_no && <span className={classes.roll}>{roll_no}</span>}{' '}
        <span className={classes.name}>
          <PersonName name={name} />
        </span>
        {membership && (
          <Text size="sm" c="dimmed">
            {membership}
          </Text>
        )}
      </div>
      {is_marked ? (
        <>
          <EntryState student={student} entry={entry} isUntouched={isUntouched} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid of its own in every browser */}
          <div role="group" aria-labelledby={id} className={classes.choices} data-student={student_id}>
            {CHOICES.map(({ status: choice, icon: Icon }, index) => (
              <button
                key={choice}
                type="button"
                className={classes.choice}
                data-choice={choice}
                aria-pressed={shown === choice}
                data-default={(isUntouched && shown === choice) || undefined}
                data-autofocus={(first && index === 0) || undefined}
                onClick={() => onEntry(student_id, choice)}
              >
                <Icon size={18} aria-hidden />
                {statusWord(choice)}
              </button>
            ))}
          </div>
          <EntryRemark student={student} entry={entry} remark={remark} onRemark={onRemark} />
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
