import { IconChevronLeft, IconChevronRight, IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { TimetableSession, TimetableTask } from '../../../shared/contract/calendar.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { dayAfter, hoursText } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { activeGroupsQuery } from '../../parts/api.ts'
import { useOwnFilters } from '../../parts/own-department.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Skeleton, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './TimetablePage.module.css'
import { weekQuery } from './timetable.api.ts'
import { addressOf, byDay, subjectOf, type TimetableDay, weekdayOf, weekOf } from './timetable.rules.ts'
import { WeekFields } from './WeekFields.tsx'

export { needs } from './timetable.api.ts'

/** Shows a person's own week, and on a phone one day of it at a time. */
export function TimetablePage() {
  const filters = useFilters()
  const { day, of, wrong } = addressOf(filters)
  const isStaff = can(useRoles(), 'attendance:take')
  const days = weekOf(day)
  const query = useQuery(weekQuery(day, of))
  const { departmentId } = useOwnFilters().filters
  const groups = useQuery(activeGroupsQuery(of.group_id === undefined ? undefined : departmentId))
  const subject = subjectOf(of, groups.data, query.data)
  const today = collegeToday()
  const turn = (to: string) => filters.set({ day: to === today ? undefined : to })
  return (
    <Page
      title="Timetable"
      actions={
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      {isStaff && (
        <div data-screen>
          <WeekFields day={day} of={of} subject={subject} />
        </div>
      )}
      <Group justify="space-between" gap="xs">
        <Text fw={600} aria-live="polite">
          {subject.name && (
            <>
              <bdi>{subject.name}</bdi>,{' '}
            </>
          )}
          {writtenDay(days[0] ?? day)} to {writtenDay(days.at(-1) ?? day)}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={18} aria-hidden />}
            onClick={() => turn(dayAfter(day, -7))}
          >
            Earlier
          </Button>
          <Button variant="default" disabled={day === today && !wrong} onClick={() => turn(today)}>
            This week
          </Button>
          <Button
            variant="default"
            leftSection={<IconChevronRight size={18} aria-hidden />}
            onClick={() => turn(dayAfter(day, 7))}
          >
            Later
          </Button>
        </Group>
      </Group>
      {wrong && (
        <Told>
          The address asks for a day that no timetable has: <bdi>{wrong}</bdi>. This is the week of today.
        </Told>
      )}
      {subject.missing && (
        <Told>
          {subject.missing}: <bdi>{of.ward ?? of.group_id}</bdi>.
        </Told>
      )}
      <nav className={classes.strip} aria-label="Days of this week">
        {days.map((one) => (
          <AddressLink
            key={one}
            label={`${weekdayOf(one).slice(0, 3)} ${Number(one.slice(8))}, ${weekdayOf(one)} ${writtenDay(one)}`}
            changes={{ day: one === today ? null : one }}
            current={one === day}
            className={classes.chip}
          >
            {`${weekdayOf(one).slice(0, 3)} ${Number(one.slice(8))}`}
          </AddressLink>
        ))}
      </nav>
      <ListState query={query} skeleton={<Skeleton height={240} />}>
        {(found) => (
          <>
            <WeekPostings postings={found.postings} />
            <ol className={classes.week}>
              {byDay(days, found).map((one) => (
                <Day key={one.day} {...one} isChosen={one.day === day} isToday={one.day === today} />
              ))}
            </ol>
          </>
        )}
      </ListState>
    </Page>
  )
}

/** Tells quietly of an address that asks for what there is not. */
const Told = ({ children }: { children: ReactNode }) => (
  <Alert color="gray" role="status" icon={<IconInfoCircle aria-hidden />}>
    <Text size="sm">{children}</Text>
  </Alert>
)

/** Shows where the own group is posted in the week, or which groups are with the own department. */
function WeekPostings({ postings }: { postings: readonly OwnPosting[] }) {
  const isStaff = can(useRoles(), 'attendance:take')
  if (postings.length === 0) return null
  return (
    <ul className={classes.postings} aria-label="Postings of this week">
      {postings.map(({ id, department, group, batch, ward, first_day, last_day }) => (
        <li key={id} className={classes.event}>
          <Text fw={600}>
            <bdi>{[isStaff ? group.name : department.name, ward].filter(Boolean).join(', ')}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            <bdi>{isStaff ? batch.name : group.name}</bdi>, {writtenDay(first_day)} to {writtenDay(last_day)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Day({ day, sessions, tasks, isChosen, isToday }: TimetableDay & { isChosen: boolean; isToday: boolean }) {
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
            <Session key={session.id} session={session} day={day} />
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

function Session({ session, day }: { session: TimetableSession; day: string }) {
  const { department, batch, group, staff, status, activity_date } = session
  const isTeacher = can(useRoles(), 'attendance:take')
  // A night duty stands on its second day as well.
  const isSecondDay = activity_date < day
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
          <bdi>{isTeacher ? group.name : department.name}</bdi>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {isTeacher ? <bdi>{batch.name}</bdi> : <PersonName name={staff.name} />}
      </Text>
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
