import { useEffect, useRef } from 'react'
import { UNREACHABLE } from '../../core/api-error.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { discardAnswers, type KeptAnswers, useKeptAnswers } from './kept.api.ts'
import { responses } from './responses.ts'
import { ANSWERING, KEPT } from './rules.ts'

/** Lists answers that only this device has, whatever the filter. */
export function KeptAnswersPanel({ onChange }: { onChange: () => void }) {
  const [kept, reload] = useKeptAnswers()
  // Once answers have arrived, the message above is about others.
  const waiting = kept.map(({ id, state }) => `${id} ${state}`).join()
  const known = useRef(waiting)
  useEffect(() => {
    if (known.current === waiting) return
    known.current = waiting
    onChange()
  }, [waiting, onChange])

  if (kept.length === 0) return null
  return (
    <OnDevicePanel>
      {kept.map((one) => (
        <KeptRow key={one.id} kept={one} onDiscarded={reload} />
      ))}
    </OnDevicePanel>
  )
}

function KeptRow({ kept, onDiscarded }: { kept: KeptAnswers; onDiscarded: () => void }) {
  const { id, title, state, problem } = kept
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Group gap="xs" role="status">
          <DeviceBadge state={state} begun="Not submitted yet" />
          <Text size="sm">
            {KEPT[state]}
            {problem && problem !== UNREACHABLE && ` ${problem}`}
          </Text>
        </Group>
      </div>
      <Group gap="xs">
        <DeviceButton
          aria-label={`Discard the answers to ${title}`}
          onClick={async () => (await discardAnswers({ id, title })) && onDiscarded()}
        >
          Discard
        </DeviceButton>
        {state === 'waiting' && (
          <DeviceButton aria-label={`Send now: ${title}`} onClick={() => responses.retry(id)}>
            Send now
          </DeviceButton>
        )}
        <Button size="sm" component={ScreenLink} to={`${ANSWERING}${id}`} aria-label={`Open ${title}`}>
          Open
        </Button>
      </Group>
    </Group>
  )
}
