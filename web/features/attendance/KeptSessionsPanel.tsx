import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { UNREACHABLE } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { today } from '../../core/formats.ts'
import { useLogin } from '../../core/login.ts'
import { useOnline } from '../../core/offline-page.ts'
import { allBegun, forgetBegun, onBegunElsewhere } from '../../core/offline-value.ts'
import { drop, outbox, retry } from '../../core/outbox.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { keptSessions, sessionTitle } from './api.ts'
import { type ListSeen, type OnDevice, onDevice, openableOf, subjectOf } from './kept.rules.ts'

/** Entries that are begun or on their way, and what can be opened without network: today's sessions and the last list. */
export function useOnDevice() {
  const owner = useLogin()?.user.id
  const entries = outbox.use()
  const [begun, setBegun] = useState<Parameters<typeof onDevice>[0]>([])
  const [openable, setOpenable] = useState<readonly AttendanceSession[]>([])
  const [listSeen, setListSeen] = useState<ListSeen>()
  const online = useOnline()

  const reload = useCallback(async () => {
    if (owner === undefined) return
    setBegun(allBegun(owner, subjectOf()).map(([id, { title }]) => [subjectOf(id), title]))
    const { takings, seen } = await keptSessions()
    setOpenable(openableOf(takings, seen, today()))
    setListSeen(seen)
  }, [owner])

  // Read anew when the network goes: what was kept until then is offered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network is no part of what is read
  useEffect(() => {
    if (owner === undefined) return
    reload().catch(() => undefined)
    return onBegunElsewhere(owner, subjectOf(), () => void reload())
  }, [owner, reload, online])

  return { sessions: onDevice(begun, entries), openable, listSeen, reload }
}

const WORDS: Record<OnDevice['state'], string> = {
  begun: 'Not saved yet',
  waiting: 'Waiting',
  saved: 'Saved',
  failed: 'Failed',
  conflict: 'Failed',
}

const MEANING: Record<OnDevice['state'], string> = {
  begun: 'The marks are kept on this device. Open it to go on and save.',
  waiting: 'The marks are kept on this device and sent as soon as the server can be reached.',
  saved: 'The marks have reached the server.',
  failed: 'The server refused the marks. They are kept on this device.',
  conflict: 'The session has changed meanwhile. The marks are kept on this device.',
}

/** Whether entries have reached the server, in a word. */
export function DeviceBadge({ state }: { state: OnDevice['state'] }) {
  return <StatusBadge status={state === 'conflict' ? 'failed' : state} label={WORDS[state]} />
}

/** The same with what it means. */
export function DeviceState({ state, problem }: { state: OnDevice['state']; problem: string | null }) {
  return (
    <Group gap="xs" role="status">
      <DeviceBadge state={state} />
      <Text size="sm">
        {MEANING[state]}
        {problem && problem !== UNREACHABLE && ` ${problem}`}
      </Text>
    </Group>
  )
}

/** Asks, and gives up what this device keeps of a session; whether it did. */
export async function discardEntries(sessionId: number, title: string): Promise<boolean> {
  const yes = await confirm({
    title: 'Discard marks?',
    message: `Your marks of ${title} are kept on this device only, and are lost.`,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep',
    danger: true,
  })
  if (!yes) return false
  await drop(subjectOf(sessionId))
  forgetBegun(subjectOf(sessionId))
  return true
}

interface Props {
  sessions: readonly OnDevice[]
  /** What can be opened without network. */
  openable: readonly AttendanceSession[]
  /** The list that was seen last, and what shows it again where it is not on the screen. */
  listSeen?: ListSeen | undefined
  onOpenList?: ((asked: ListSeen['asked']) => void) | undefined
  onOpen: (sessionId: number) => void
  onChanged: () => void
}

/** Entries that are nowhere but on this device, and what to know of others, whatever the filters; without network also what can be opened. */
export function KeptSessionsPanel({ sessions, openable, listSeen, onOpenList, onOpen, onChanged }: Props) {
  const online = useOnline()
  const shown = sessions.filter(({ state, problem }) => state !== 'saved' || problem)
  const more = online ? [] : openable.filter(({ id }) => !shown.some(({ sessionId }) => sessionId === id))
  const list = online || !onOpenList ? undefined : listSeen
  if (shown.length + more.length === 0 && !list) return null

  async function discard({ sessionId, title }: OnDevice) {
    if (await discardEntries(sessionId, title)) onChanged()
  }

  return (
    <Paper withBorder component="section" p="sm" aria-label="Attendance kept on this device">
      <Stack gap="sm">
        <Title order={2} size="h4">
          On this device
        </Title>
        {shown.map((held) => (
          <Group key={held.sessionId} justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{held.title}</Text>
              <DeviceState state={held.state} problem={held.problem} />
            </div>
            <Group gap="xs">
              {held.state === 'saved' ? (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Close ${held.title}`}
                  onClick={() => drop(subjectOf(held.sessionId))}
                >
                  Close
                </Button>
              ) : (
                <Button size="sm" variant="default" aria-label={`Discard ${held.title}`} onClick={() => discard(held)}>
                  Discard
                </Button>
              )}
              {(held.state === 'failed' || held.state === 'waiting') && (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Send now: ${held.title}`}
                  onClick={() => retry(subjectOf(held.sessionId))}
                >
                  Send now
                </Button>
              )}
              <Button size="sm" aria-label={`Open ${held.title}`} onClick={() => onOpen(held.sessionId)}>
                Open
              </Button>
            </Group>
          </Group>
        ))}
        {more.map((session) => (
          <Group key={session.id} justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{sessionTitle(session)}</Text>
              <Text size="sm">No network. This session can be opened from this device.</Text>
            </div>
            <Button size="sm" aria-label={`Open ${sessionTitle(session)}`} onClick={() => onOpen(session.id)}>
              Open
            </Button>
          </Group>
        ))}
        {list && (
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              No network. The sessions of {list.sessions[0]?.group.name ?? 'the group'} can be seen as they were last.
            </Text>
            <Button size="sm" variant="default" onClick={() => onOpenList?.(list.asked)}>
              Open the list last seen
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
