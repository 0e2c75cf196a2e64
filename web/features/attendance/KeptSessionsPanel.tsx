import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { confirm } from '../../core/confirm.ts'
import { today } from '../../core/formats.ts'
import { useOnline } from '../../core/offline-page.ts'
import { allKept, forgetOlder } from '../../core/offline-store.ts'
import { allBegun, forgetBegun } from '../../core/offline-value.ts'
import { drop, type OutboxEntry, outbox, retry } from '../../core/outbox.ts'
import { useSession } from '../../core/session.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { sessionIdOf, sessionTitle, settleConflict, subjectOf, TAKINGS } from './api.ts'
import type { Taking } from './marks.rules.ts'

const KEPT_DAYS = 14

/** What this device holds of a session beside the server. */
export interface OnDevice {
  sessionId: number
  title: string
  state: OutboxEntry['state'] | 'begun'
  problem: string | null
}

type Begun = readonly [subject: string, title: string]

function onDevice(begun: readonly Begun[], entries: readonly OutboxEntry[]): OnDevice[] {
  const found = new Map<number, OnDevice>()
  for (const [subject, title] of begun) {
    const sessionId = sessionIdOf(subject)
    if (sessionId) found.set(sessionId, { sessionId, title, state: 'begun', problem: null })
  }
  for (const { subject, title, state, problem } of entries) {
    const sessionId = sessionIdOf(subject)
    // Marks begun anew after a saving say more than that it was saved.
    if (!sessionId || (state === 'saved' && found.has(sessionId))) continue
    found.set(sessionId, { sessionId, title, state, problem })
  }
  return [...found.values()]
}

/** Marks that are begun or on their way, and today's sessions that can be opened without network. */
export function useOnDevice() {
  const owner = useSession()?.user.id
  const entries = outbox.use()
  const [begun, setBegun] = useState<readonly Begun[]>([])
  const [openable, setOpenable] = useState<readonly AttendanceSession[]>([])
  const looked = useRef(new Set<string>())

  const reload = useCallback(async () => {
    if (owner === undefined) return
    setBegun(allBegun(owner, subjectOf()).map(([id, { title }]) => [subjectOf(id), title]))
    const takings = await allKept<Taking>(owner, TAKINGS)
    const day = today()
    setOpenable(takings.map(([, { value }]) => value.session).filter(({ activity_date }) => activity_date === day))
  }, [owner])

  useEffect(() => {
    if (owner === undefined) return
    forgetOlder(owner, TAKINGS, KEPT_DAYS)
      .then(reload)
      .catch(() => undefined)
  }, [owner, reload])

  useEffect(() => {
    for (const entry of entries) {
      const once = `${entry.subject} ${entry.at}`
      if (entry.state !== 'conflict' || looked.current.has(once)) continue
      looked.current.add(once)
      settleConflict(entry).catch(() => undefined)
    }
  }, [entries])

  return { sessions: onDevice(begun, entries), openable, reload }
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
  waiting: 'The marks are kept on this device and sent when the network is back.',
  saved: 'The marks have reached the server.',
  failed: 'The server refused the marks. They are kept on this device.',
  conflict: 'The stored marks are others than yours. Open it and decide.',
}

/** Whether marks have reached the server, in a word. */
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
        {(state === 'failed' || state === 'conflict') && problem && ` ${problem}`}
      </Text>
    </Group>
  )
}

interface Props {
  sessions: readonly OnDevice[]
  /** What can be opened without network. */
  openable: readonly AttendanceSession[]
  onOpen: (sessionId: number) => void
  onChanged: () => void
}

/** Marks that are nowhere but on this device, whatever the filters; without network also what can be opened. */
export function KeptSessionsPanel({ sessions, openable, onOpen, onChanged }: Props) {
  const online = useOnline()
  const shown = sessions.filter(({ state }) => state !== 'saved')
  const more = online ? [] : openable.filter(({ id }) => !shown.some(({ sessionId }) => sessionId === id))
  if (shown.length + more.length === 0) return null

  async function discard({ sessionId, title }: OnDevice) {
    const yes = await confirm({
      title: 'Discard marks?',
      message: `Your marks of ${title} are kept on this device only, and are lost.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    })
    if (!yes) return
    await drop(subjectOf(sessionId))
    forgetBegun(subjectOf(sessionId))
    onChanged()
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
              <Button size="sm" variant="default" aria-label={`Discard ${held.title}`} onClick={() => discard(held)}>
                Discard
              </Button>
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
      </Stack>
    </Paper>
  )
}
