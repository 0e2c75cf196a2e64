import { skipToken, useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { leaveDays } from '../../../shared/contract/leaves.ts'
import { hoursText } from '../../../shared/session-times.ts'
import { formatDay } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { dayText, sessionsText } from '../../parts/leave-texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox, CheckboxGroup } from '../../ui/choices.tsx'
import { Group, SimpleGrid, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Fields } from '../../ui/schema-form.ts'
import { ownSessionsQuery } from './api.ts'
import classes from './LeavePanel.module.css'
import { byDay, isAskable, type LeaveValues, missable } from './rules.ts'

/** Puts the error of a long list above it, where the focus goes. */
export const ABOVE = ['label', 'description', 'error', 'input'] as const

export interface LeaveFieldsProps {
  fields: Fields<LeaveValues>
  /** True while the form is being sent. */
  disabled: boolean
}

/** Offers the student's sessions of a span of days as boxes to tick. */
export function OwnSessionsFields({ fields, disabled }: LeaveFieldsProps) {
  const { getInputProps, values, setFieldValue } = fields
  const { from, to, session_ids: chosen } = values
  const days = leaveDays()
  const askable = isAskable(from, to, days)
  const query = ownSessionsQuery(from, to)
  const sessions = useQuery(askable ? query : { ...query, queryFn: skipToken })
  const shown = missable(sessions.data ?? [])
  const unseen = sessions.data && askable ? chosen.filter((one) => shown.every(({ id }) => one !== String(id))) : []
  const limits = { type: 'date', disabled, min: days.first, max: days.last }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Sessions from" {...limits} {...getInputProps('from')} />
        <TextInput label="Sessions until" {...limits} {...getInputProps('to')} />
      </SimpleGrid>
      <CheckboxGroup label="Sessions" required inputWrapperOrder={ABOVE} {...getInputProps('session_ids')}>
        <div className={classes.days}>
          {askable ? (
            <ListState
              query={sessions}
              skeleton={<Skeleton height={120} role="status" aria-label="Loading" />}
              isEmpty={(found) => missable(found).length === 0}
              empty={<Text>No sessions to miss on these days.</Text>}
            >
              {() =>
                byDay(shown).map(([day, ofDay]) => (
                  <fieldset key={day} className={classes.day}>
                    <legend>{dayText(day)}</legend>
                    <Stack gap="xs" mt="xs">
                      {ofDay.map((session) => (
                        <OneSession
                          key={session.id}
                          session={session}
                          disabled={disabled}
                          isWrong={Boolean(fields.errors.session_ids)}
                        />
                      ))}
                    </Stack>
                  </fieldset>
                ))
              }
            </ListState>
          ) : (
            <Text>
              Choose days from {formatDay(days.first)} to {formatDay(days.last)}.
            </Text>
          )}
        </div>
      </CheckboxGroup>
      <Group gap="xs">
        <Text size="sm" role="status">
          {sessionsText(chosen.length)} chosen{unseen.length > 0 && `, ${unseen.length} of them not in this list`}
        </Text>
        {unseen.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={disabled}
            onClick={() =>
              setFieldValue(
                'session_ids',
                chosen.filter((one) => !unseen.includes(one)),
              )
            }
          >
            Leave {unseen.length === 1 ? 'it' : 'them'} out
          </Button>
        )}
      </Group>
    </>
  )
}

interface OneProps {
  session: AttendanceSession
  disabled: boolean
  isWrong: boolean
}

const OneSession = ({ session, disabled, isWrong }: OneProps) => (
  <Checkbox
    value={String(session.id)}
    disabled={disabled}
    aria-invalid={isWrong || undefined}
    label={
      <>
        {hoursText(session)}, <bdi>{session.department.name}</bdi>, <bdi>{session.group.name}</bdi>{' '}
        {session.own_status && <StatusBadge status={session.own_status} />}
      </>
    }
  />
)
