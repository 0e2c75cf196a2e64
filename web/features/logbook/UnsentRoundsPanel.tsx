import { UNREACHABLE } from '../../core/api-error.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { performances } from './performances.ts'

const WAITS = 'Kept on this device, and sent when the network is back. It can be signed by code before.'
const REFUSED = 'The server refused it.'

/** Lists performances that only this device has. */
export function UnsentRoundsPanel() {
  const rounds = performances.useEntries().filter(({ state }) => state !== 'saved')
  if (rounds.length === 0) return null
  return (
    <OnDevicePanel>
      {rounds.map(({ id, title, state, problem }) => (
        <Group key={id} justify="space-between" gap="xs">
          <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            <Group gap="xs" role="status">
              <DeviceBadge state={state} />
              <Text size="sm">
                {state === 'waiting' ? WAITS : REFUSED}
                {problem && problem !== UNREACHABLE && ` ${problem}`}
              </Text>
            </Group>
          </div>
          <Group gap="xs">
            <DeviceButton
              aria-label={`Discard ${title}`}
              onClick={() =>
                performances.discard(id, {
                  title: 'Discard performance?',
                  subject: title,
                  message: 'It is kept on this device only, and is lost.',
                })
              }
            >
              Discard
            </DeviceButton>
            <DeviceButton aria-label={`Send now: ${title}`} onClick={() => performances.retry(id)}>
              Send now
            </DeviceButton>
          </Group>
        </Group>
      ))}
    </OnDevicePanel>
  )
}
