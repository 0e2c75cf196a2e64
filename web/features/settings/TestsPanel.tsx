import { useMutation } from '@tanstack/react-query'
import type { RestoreTest } from '../../../shared/contract/backup-copies.ts'
import { counted, inWords } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { sendTestAlert, sendTestMail, useTestRestore } from './api.ts'

/** Sends a mail to the own address, and shows the answer of the mail server beside it. */
export function TestMailButton({ hasMail }: { hasMail: boolean }) {
  const sending = useMutation({ mutationFn: sendTestMail })
  return (
    <Group gap="sm">
      <Button variant="default" disabled={!hasMail || sending.isPending} onClick={() => sending.mutate()}>
        {sending.isPending ? 'Sending...' : 'Send a test mail'}
      </Button>
      <Text size="sm" role="status">
        {sending.data?.message ?? (hasMail ? 'It goes to your own address.' : 'Save a mail server first.')}
      </Text>
      {sending.error && <Problem text={messageOf(sending.error)} />}
    </Group>
  )
}

/** Tells what came of the last test restore. */
export function restoreText(last: RestoreTest | null): string {
  if (!last) return 'No backup has been restored on trial yet.'
  if (last.finished_at === null) return `Under way since ${formatInstant(last.begun_at)}.`
  const when = `Tried at ${formatInstant(last.finished_at)}`
  if (last.failure !== null) return `${when}: it failed. ${last.failure}`
  const { taken_at, tables, rows, files, bytes } = last
  const what = inWords([counted(tables ?? 0, 'table'), counted(rows ?? 0, 'row'), counted(files ?? 0, 'file')])
  return `${when}: the backup of ${formatInstant(taken_at ?? '')} is whole: ${what} (${formatSize(bytes ?? 0)}).`
}

interface RestoreProps {
  last: RestoreTest | null
  hasDirectory: boolean
}

/** Restores the newest backup on trial, in the background, and shows the last result. */
export function TestRestoreButton({ last, hasDirectory }: RestoreProps) {
  const restore = useTestRestore()
  const beginning = useMutation({ mutationFn: () => restore({}) })
  const isUnderWay = last !== null && last.finished_at === null
  return (
    <Group gap="sm">
      <Button
        variant="default"
        disabled={!hasDirectory || isUnderWay || beginning.isPending}
        onClick={() => beginning.mutate()}
      >
        Try a restore
      </Button>
      <Text size="sm" role="status">
        {restoreText(last)}
      </Text>
      {beginning.error && <Problem text={messageOf(beginning.error)} />}
    </Group>
  )
}

/** Sends a test to each place, and shows what came of it. */
export function TestAlertButton({ hasPlace }: { hasPlace: boolean }) {
  const sending = useMutation({ mutationFn: sendTestAlert })
  const places = sending.data?.data.places
  return (
    <Group gap="sm">
      <Button variant="default" disabled={!hasPlace || sending.isPending} onClick={() => sending.mutate()}>
        {sending.isPending ? 'Sending...' : 'Send a test alert'}
      </Button>
      <Stack gap={0} role="status">
        {places?.map(({ place, message }) => (
          <Text size="sm" key={`${place} ${message}`}>
            {message}
          </Text>
        )) ?? <Text size="sm">{hasPlace ? 'It goes to all of these places.' : 'Save a place first.'}</Text>}
      </Stack>
      {sending.error && <Problem text={messageOf(sending.error)} />}
    </Group>
  )
}
