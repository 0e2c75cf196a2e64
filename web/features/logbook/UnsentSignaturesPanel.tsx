import { UNREACHABLE } from '../../core/api-error.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { signatures } from './signatures.ts'

/** Lists signatures that only this device has. */
export function UnsentSignaturesPanel() {
  const entries = signatures.useEntries().filter(({ state }) => state !== 'saved')
  if (entries.length === 0) return null
  return (
    <OnDevicePanel>
      {entries.map(({ id, title, state, problem }) => (
        <Group key={id} justify="space-between" gap="xs">
          <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            <Group gap="xs" role="status">
              <DeviceBadge state={state} />
              <Text size="sm">
                {state === 'waiting'
                  ? 'Your signature is kept on this device, and sent when the network is back.'
                  : 'The server refused your signature.'}
                {problem && problem !== UNREACHABLE && ` ${problem}`}
              </Text>
            </Group>
          </div>
          <Group gap="xs">
            <DeviceButton
              aria-label={`Discard the signature for ${title}`}
              onClick={() =>
                signatures.discard(id, {
                  title: 'Discard signature?',
                  subject: title,
                  message: 'It is kept on this device only. The performances stay unsigned.',
                })
              }
            >
              Discard
            </DeviceButton>
            <DeviceButton aria-label={`Send now: ${title}`} onClick={() => signatures.retry(id)}>
              Send now
            </DeviceButton>
          </Group>
        </Group>
      ))}
    </OnDevicePanel>
  )
}
