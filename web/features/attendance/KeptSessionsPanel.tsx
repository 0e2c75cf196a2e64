import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { OnDevice } from '../../offline/kinds.ts'
import { drop, retry } from '../../offline/outbox.ts'
import { useOnline } from '../../offline/page.ts'
import { DeviceState } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { sessionTitle } from '../taking/api.ts'
import { discardEntries, type ListSeen } from '../taking/kept.api.ts'

interface Props {
  sessions: readonly OnDevice[]
  /** The sessions that open without network. */
  openable: readonly AttendanceSession[]
  /** The list that was seen last; `onOpenList` shows it again where it is not on the screen. */
  listSeen?: ListSeen | undefined
  onOpenList?: ((asked: ListSeen['asked']) => void) | undefined
  onOpen: (sessionId: number) => void
  onChanged: () => void
}

/** Lists entries that only this device has and problems of others, whatever the filters; offline also what opens. */
export function KeptSessionsPanel({ sessions, openable, listSeen, onOpenList, onOpen, onChanged }: Props) {
  const online = useOnline()
  const shown = sessions.filter(({ state, problem }) => state !== 'saved' || problem)
  const more = online ? [] : openable.filter(({ id }) => !shown.some((one) => one.id === id))
  const list = online || !onOpenList ? undefined : listSeen
  if (shown.length + more.length === 0 && !list) return null

  return (
    <OnDevicePanel label="Attendance kept on this device">
      {shown.map((held) => (
        <Group key={held.id} justify="space-between" gap="xs">
          <div>
            <Text fw={600}>{held.title}</Text>
            <DeviceState state={held.state} problem={held.problem} />
          </div>
          <Group gap="xs">
            {held.state === 'saved' ? (
              <DeviceButton aria-label={`Close ${held.title}`} onClick={() => drop(held.subject)}>
                Close
              </DeviceButton>
            ) : (
              <DeviceButton aria-label={`Discard ${held.title}`} onClick={() => discardEntries(held, onChanged)}>
                Discard
              </DeviceButton>
            )}
            {(held.state === 'failed' || held.state === 'waiting') && (
              <DeviceButton aria-label={`Send now: ${held.title}`} onClick={() => retry(held.subject)}>
                Send now
              </DeviceButton>
            )}
            <Button size="sm" aria-label={`Open ${held.title}`} onClick={() => onOpen(held.id)}>
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
          <DeviceButton onClick={() => onOpenList?.(list.asked)}>Open the list last seen</DeviceButton>
        </Group>
      )}
    </OnDevicePanel>
  )
}
