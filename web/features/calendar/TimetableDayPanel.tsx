import { Fragment } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { TimetableSession, TimetableTask } from '../../../shared/contract/calendar.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { hoursText } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { useRoles } from '../../core/login.ts'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './TimetablePage.module.css'
import { clashesOf, isOwnWeek, type TimetableDay, type WeekOf, weekdayOf } from './timetable.rules.ts'

interface DayProps extends TimetableDay {
  of: WeekOf
  isChosen: boolean
  isToday: boolean
}

/** Shows a day of the week, or says that it is free. */
export function Day({ day, sessions, tasks, of, isChosen, isToday }: DayProps) {
  const isFree = sessions.length + tasks.length === 0
  return (
    <li className={classes.day} data-chosen={isChosen || undefined} data-today={isToday || undefined}>
      <h2 className={classes.heading}>
        {weekdayOf(day)} <span className={classes.date}>{writtenDay(day)}</span>
      </h2>
      {isFree ? (
        <p className={classes.free}>Nothing planned</p>
      ) : (
        <ul className={classes.events}>
          {sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              day={day}
              of={of}
              clashes={of.ward === undefined ? clashesOf(session, sessions) : []}
            />
          ))}
          {tasks.map((task) => (
            <LastDay key={task.id} task={task} />
          ))}
        </ul>
      )}
    </li>
  )
}

const registerAddress = ({ id, department, batch, group }: TimetableSession) =>
  `/attendance?department_id=${department.id}&batch_id=${batch.id}&group_id=${group.id}&fetched=yes&modal=take&id=${id}`

interface SessionProps {
  session: TimetableSession
  day: string
  of: WeekOf
  clashes: readonly TimetableSession[]
}

function Session({ session, day, of, clashes }: SessionProps) {
  const { batch, department, group, staff, status, activity_date } = session
  const isTeacher = can(useRoles(), 'attendance:take')
  // A night duty stands on its second day as well.
  const isSecondDay = activity_date < day
  const isOwn = isOwnWeek(of)
  const nameOf = (one: TimetableSession) => (isTeacher ? one.group.name : one.department.name)
  const mayTake = !isSecondDay && isTeacher && allows(sessionMay.take, status) && activity_date <= collegeToday()
  return (
    <li className={classes.event} data-cancelled={status === 'cancelled' || undefined}>
      <Text fw={600} className={classes.hours}>
        {isSecondDay ? `until ${session.end_time}, from the day before` : hoursText(session)}
      </Text>
      <Text>
        {mayTake ? (
          <RowLink to={registerAddress(session)}>
            <bdi>{group.name}</bdi>
          </RowLink>
        ) : (
          <bdi>{nameOf(session)}</bdi>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {isTeacher && <bdi>{batch.name}</bdi>}
        {isTeacher && !isOwn && ', '}
        {of.staff_id !== undefined ? (
          <bdi>{department.name}</bdi>
        ) : (
          (!isTeacher || !isOwn) && <PersonName name={staff.name} />
        )}
      </Text>
      {clashes.length > 0 && (
        <Text size="sm" fw={600} className={classes.clash}>
          At the same hours as{' '}
          {clashes.map((one, index) => (
            <Fragment key={one.id}>
              {index > 0 && ', '}
              <bdi>{nameOf(one)}</bdi>
            </Fragment>
          ))}
        </Text>
      )}
      {status !== 'pending' && <StatusBadge status={status} />}
    </li>
  )
}

function LastDay({ task }: { task: TimetableTask }) {
  const { id, name, department, is_handed_in, skill_id } = task
  const work = `/tasks?modal=${is_handed_in ? 'my-submission' : 'submit'}&id=${id}`
  const log = is_handed_in ? '/logbook' : `/logbook?modal=log&id=${skill_id}`
  return (
    <li className={classes.event} data-task>
      <Text size="sm" c="dimmed">
        Last day
      </Text>
      <Text>
        <RowLink to={skill_id === null ? work : log}>
          <bdi>{name}</bdi>
        </RowLink>
      </Text>
      <Text size="sm" c="dimmed">
        <bdi>{department}</bdi>
      </Text>
      {is_handed_in && <StatusBadge status={skill_id === null ? 'submitted' : 'completed'} />}
    </li>
  )
}
