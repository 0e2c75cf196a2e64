import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { UNREACHABLE } from '../../core/api-error.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { discardAnswers, type KeptAnswers, useKeptAnswers } from './kept.api.ts'
import { responses } from './responses.ts'
import { ANSWERING, KEPT } from './rules.ts'

/** Lists answers that only this device has, whatever the filter. */
export function KeptAnswersPanel({ onChange }: { onChange: () => void }) {
  const titleId = useId()
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
    <Paper withBorder component="section" p="sm" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={titleId}>
          On this device
        </Title>
        {kept.map((one) => (
          <KeptRow key={one.id} kept={one} onDiscarded={reload} />
        ))}
      </Stack>
    </Paper>
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
        <Button
          size="sm"
          variant="default"
          aria-label={`Discard the answers to ${title}`}
          onClick={async () => (await discardAnswers({ id, title })) && onDiscarded()}
        >
          Discard
        </Button>
        {state === 'waiting' && (
          <Button size="sm" variant="default" aria-label={`Send now: ${title}`} onClick={() => responses.retry(id)}>
            Send now
          </Button>
        )}
        <Button size="sm" component={ScreenLink} to={`${ANSWERING}${id}`} aria-label={`Open ${title}`}>
          Open
        </Button>
      </Group>
    </Group>
  )
}
