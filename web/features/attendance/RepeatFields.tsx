import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type RecurringDay, RecurringSessionsInput } from '../../../shared/contract/attendance.ts'
import { entryOf } from '../../../shared/labels.ts'
import { problemsOf } from '../../core/api-error.ts'
import { formatDay } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox, CheckboxGroup, Switch } from '../../ui/choices.tsx'
import { Group, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { type Status, StatusBadge } from '../../ui/StatusBadge.tsx'
import { recurringPreviewQuery } from './api.ts'
import classes from './RepeatFields.module.css'
import { recurringBody, type SessionValues, WEEKDAYS } from './rules.ts'

const PAUSE_MS = 300

/** Returns the days on which the server would make sessions; undefined until the form is complete. */
export function useRecurringDays(values: SessionValues) {
  const [paused] = useDebouncedValue(values, PAUSE_MS)
  const body = recurringBody(paused)
  const complete = values.repeat && paused.repeat && z.safeParse(RecurringSessionsInput, body).success
  return useQuery({
    ...recurringPreviewQuery(body),
    enabled: complete,
    // The list stays while a further day is skipped.
    placeholderData: (before) => (complete ? before : undefined),
  })
}

const OUTCOMES: Record<RecurringDay['outcome'], { status: Status; label: string }> = {
  create: { status: 'create', label: 'Will be added' },
  skipped: { status: 'skipped', label: 'Skipped' },
  exists: { status: 'exists', label: 'Left out: another session at this time' },
}

const weekday = (day: string) => WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]

interface Props {
  fields: RecordFields<SessionValues>
  preview: ReturnType<typeof useRecurringDays>
}

/** Repeats the new session: on weekdays, until a day, without skipped days. */
export function RepeatFields({ fields, preview }: Props) {
  const { values, setFieldValue, getInputProps } = fields
  const [dayOff, setDayOff] = useState('')
  const [vain, setVain] = useState<string>()
  const dayField = useRef<HTMLInputElement>(null)

  const skip = (day: string) => setFieldValue('skip', [...new Set([...values.skip, day])].sort())

  function skipDayOff(): void {
    // The next skipped day is typed here.
    dayField.current?.focus()
    if (preview.data?.every(({ activity_date }) => activity_date !== dayOff)) {
      setVain(`No session falls on ${formatDay(dayOff)}`)
      return
    }
    skip(dayOff)
    setDayOff('')
  }

  return (
    <Stack gap="md" className={classes.repeat}>
      <div>
        <Switch label="Repeat" {...getInputProps('repeat', { type: 'checkbox' })} />
        <Text size="sm" c="dimmed" mt={4}>
          Add a session on every chosen weekday, from the activity date until a day.
        </Text>
      </div>
      {values.repeat && (
        <>
          <CheckboxGroup
            label="Weekdays"
            required
            {...getInputProps('weekdays')}
            value={values.weekdays.map(String)}
            onChange={(chosen) => setFieldValue('weekdays', chosen.map(Number).sort())}
          >
            <Group gap="md" mt={4}>
              {WEEKDAYS.map((name, index) => (
                <Checkbox
                  key={name}
                  value={String(index + 1)}
                  label={name}
                  aria-invalid={fields.errors.weekdays ? true : undefined}
                />
              ))}
            </Group>
          </CheckboxGroup>
          <TextInput label="Until" type="date" required {...getInputProps('until')} />
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Day to skip"
              type="date"
              data-path="skip"
              error={fields.errors.skip ?? vain}
              ref={dayField}
              value={dayOff}
              onChange={(event) => {
                setDayOff(event.currentTarget.value)
                setVain(undefined)
              }}
            />
            <Button variant="default" disabled={dayOff === ''} onClick={skipDayOff}>
              Skip this day
            </Button>
          </Group>
          <Preview
            preview={preview}
            onSkip={skip}
            onTake={(day) =>
              setFieldValue(
                'skip',
                values.skip.filter((one) => one !== day),
              )
            }
          />
        </>
      )}
    </Stack>
  )
}

interface PreviewProps extends Pick<Props, 'preview'> {
  onSkip: (day: string) => void
  onTake: (day: string) => void
}

function Preview({ preview, onSkip, onTake }: PreviewProps) {
  const { data: days, error, isFetching } = preview
  if (error) return <Problem text={problemsOf(error)} />
  if (!days)
    return isFetching ? (
      <Skeleton height={88} />
    ) : (
      <Text size="sm" c="dimmed">
        Fill in the fields above to see on which days there would be a session.
      </Text>
    )
  const added = days.filter(({ outcome }) => outcome === 'create').length
  return (
    <section aria-label="Days" aria-busy={isFetching}>
      <Text fw={600} role="status">
        {added} {added === 1 ? 'session' : 'sessions'} will be added
      </Text>
      <ol className={classes.days}>
        {days.map(({ activity_date: day, outcome, staff_busy }) => (
          <li key={day}>
            <span className={classes.day}>
              {weekday(day)} {formatDay(day)}
            </span>
            <StatusBadge {...(entryOf(OUTCOMES, outcome) ?? { status: outcome })} />
            {outcome === 'create' && staff_busy && (
              <Text size="sm">The staff member has another session at this time.</Text>
            )}
            {outcome !== 'exists' && (
              // The same button with another word keeps the focus.
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${outcome === 'create' ? 'Skip' : 'Do not skip'} ${formatDay(day)}`}
                onClick={() => (outcome === 'create' ? onSkip : onTake)(day)}
              >
                {outcome === 'create' ? 'Skip' : 'Do not skip'}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
