import { type KeyboardEvent, type MouseEvent, memo, useId, useRef } from 'react'
import type { GroupCandidate } from '../../../shared/contract/groups.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './GroupStudents.module.css'
import { isFree, isMember } from './rules.ts'

interface Props {
  student: GroupCandidate
  groupId: number
  checked: boolean
  /** Left out for a row that is only shown. */
  onTouch: ((student: GroupCandidate, isRange: boolean) => void) | undefined
}

/** Takes presses with Shift for a range: on the line, on its box, and by the space bar. */
function useShift() {
  const box = useRef<HTMLInputElement>(null)
  const isHeld = useRef(false)
  return {
    box,
    line: {
      // Shift would mark the text between two presses.
      onMouseDown: (event: MouseEvent) => {
        if (!event.shiftKey) return
        event.preventDefault()
        box.current?.focus()
      },
      // Firefox leaves the box alone when its line is pressed with Shift.
      onClick: (event: MouseEvent) => {
        if (!event.shiftKey || event.target === box.current) return
        event.preventDefault()
        isHeld.current = box.current?.matches(':enabled') === true
        box.current?.click()
      },
    },
    // Not every browser says with the change that Shift was held at the key.
    onKeyDown: (event: KeyboardEvent) => {
      isHeld.current = event.key === ' ' && event.shiftKey
    },
    isRange: (change: Event) => {
      const wasHeld = isHeld.current
      isHeld.current = false
      return wasHeld || ('shiftKey' in change && change.shiftKey === true)
    },
  }
}

/** Describes what the tick means for the student, given the stored group. */
function placeOf({ group }: GroupCandidate, member: boolean, checked: boolean): string | undefined {
  if (member) return checked ? 'In Group' : 'leaves the group'
  if (!checked) return group?.name
  return group ? `moves from ${group.name}` : 'joins the group'
}

/** Shows a student. Memoised: drawn again only when its own tick changes. */
export const GroupStudentRow = memo(function GroupStudentRow({ student, groupId, checked, onTouch }: Props) {
  const id = useId()
  const { box, line, onKeyDown, isRange } = useShift()
  const member = isMember(student, groupId)
  const place = placeOf(student, member, checked)
  const inside = (
    <>
      {onTouch && (
        <input
          ref={box}
          id={`${id}-box`}
          type="checkbox"
          className={classes.box}
          aria-labelledby={`${id}-who`}
          aria-describedby={`${id}-what`}
          checked={checked}
          disabled={!isFree(student, groupId, checked)}
          onKeyDown={onKeyDown}
          onChange={({ nativeEvent }) => onTouch(student, isRange(nativeEvent))}
        />
      )}
      <span id={`${id}-who`} className={classes.who}>
        {onTouch ? <PersonName name={student.name} /> : <StudentName student={student} />}{' '}
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
      {onTouch ? (
        <label className={classes.line} htmlFor={`${id}-box`} {...line}>
          {inside}
        </label>
      ) : (
        <div className={classes.line}>{inside}</div>
      )}
    </li>
  )
})
