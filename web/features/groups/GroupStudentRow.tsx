import { memo, useId } from 'react'
import type { GroupCandidate } from '../../../shared/contract/groups.ts'
import { hasLeft } from '../../../shared/labels.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './GroupStudents.module.css'
import { isMember } from './rules.ts'

interface Props {
  student: GroupCandidate
  groupId: number
  checked: boolean
  /** Left out for a row that is only shown. */
  onToggle: ((student: GroupCandidate) => void) | undefined
}

/** Describes what the tick means for the student, given the stored group. */
function placeOf({ group }: GroupCandidate, member: boolean, checked: boolean): string | undefined {
  if (member) return checked ? 'In Group' : 'leaves the group'
  if (!checked) return group?.name
  return group ? `moves from ${group.name}` : 'joins the group'
}

/** Shows a student. Memoised: drawn again only when its own tick changes. */
export const GroupStudentRow = memo(function GroupStudentRow({ student, groupId, checked, onToggle }: Props) {
  const id = useId()
  const member = isMember(student, groupId)
  const place = placeOf(student, member, checked)
  const inside = (
    <>
      {onToggle && (
        <input
          id={`${id}-box`}
          type="checkbox"
          className={classes.box}
          aria-labelledby={`${id}-who`}
          aria-describedby={`${id}-what`}
          checked={checked}
          // A student who has left the college can leave the group, but join none.
          disabled={!checked && !member && hasLeft(student.status)}
          onChange={() => onToggle(student)}
        />
      )}
      <span id={`${id}-who`} className={classes.who}>
        {onToggle ? <PersonName name={student.name} /> : <StudentName student={student} />}{' '}
        {student.roll_no && <span className={classes.roll}>{student.roll_no}</span>}
      </span>
      <span id={`${id}-what`} className={classes.what}>
        {student.status !== 'active' && <StatusBadge status={student.status} />}
        {place && (
          <span
            className={classes.tag}
            data-in={(member && checked) || undefined}
            data-new={member !== checked || undefined}
          >
            {place}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={classes.row}>
      {onToggle ? (
        <label className={classes.line} htmlFor={`${id}-box`}>
          {inside}
        </label>
      ) : (
        <div className={classes.line}>{inside}</div>
      )}
    </li>
  )
})
