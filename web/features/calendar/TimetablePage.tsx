import { IconChevronLeft, IconChevronRight, IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import { can } from '../../../shared/permissions.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { ApiError } from '../../core/api-error.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Skeleton, Text } from '../../ui/elements.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { Day } from './TimetableDayPanel.tsx'
import classes from './TimetablePage.module.css'
import { weekQuery } from './timetable.api.ts'
import { addressOf, byDay, isOwnWeek, weekdayOf, weekOf } from './timetable.rules.ts'
import { WeekFields } from './WeekFields.tsx'
import { useSubject } from './week-subject.ts'

export { needs } from './timetable.api.ts'

/** Shows a person's own week, or one that staff have chosen, and on a phone one day of it at a time. */
export function TimetablePage() {
  const filters = useFilters()
  const asked = addressOf(filters)
  const { day, of, wrong, isEmpty } = asked
  const isStaff = can(useRoles(), 'attendance:take')
  const days = weekOf(day)
  const query = useQuery(weekQuery(asked))
  const isNobody = !isOwnWeek(of) && query.error instanceof ApiError && query.error.status === 404
  const subject = useSubject(of, query.data, isNobody)
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
          {subject.missing}: <bdi>{of.ward ?? of.group_id ?? of.staff_id}</bdi>.
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
      {isEmpty || isNobody ? (
        <Prompt
          title="Choose a group, a teacher or a ward"
          text="Their week is shown, day by day. Groups and teachers are those of the department that you choose."
        />
      ) : (
        <ListState query={query} skeleton={<Skeleton height={240} />}>
          {(found) => (
            <>
              <WeekPostings postings={found.postings} />
              <ol className={classes.week}>
                {byDay(days, found).map((one) => (
                  <Day key={one.day} {...one} of={of} isChosen={one.day === day} isToday={one.day === today} />
                ))}
              </ol>
            </>
          )}
        </ListState>
      )}
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
