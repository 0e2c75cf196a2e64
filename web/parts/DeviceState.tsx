import { TOO_SLOW, UNREACHABLE } from '../core/api-error.ts'
import type { OutboxEntry } from '../offline/outbox.ts'
import { Group, Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type State = OutboxEntry['state'] | 'begun'

const WORDS: Record<State, string> = {
  begun: 'Not saved yet',
  waiting: 'Waiting',
  saved: 'Saved',
  failed: 'Failed',
  conflict: 'Failed',
}

const MEANING: Record<State, string> = {
  begun: 'The marks are kept on this device. Open it to go on and save.',
  waiting: 'The marks are kept on this device and sent as soon as the server can be reached.',
  saved: 'The marks have reached the server.',
  failed: 'The server refused the marks. They are kept on this device.',
  conflict: 'The session has changed meanwhile. The marks are kept on this device.',
}

/** Problems after which an entry is sent again by itself. */
const GOES_BY_ITSELF: readonly string[] = [UNREACHABLE, TOO_SLOW]

interface Props {
  state: State
  /** The word for an entry that was begun but not saved. */
  begun?: string
}

/** Says in a word if entries have reached the server. */
export function DeviceBadge({ state, begun = WORDS.begun }: Props) {
  const words = { ...WORDS, begun }
  return <StatusBadge status={state === 'conflict' ? 'failed' : state} label={words[state]} />
}

/** Shows the badge with its meaning. */
export function DeviceState({ state, problem }: { state: State; problem: string | null }) {
  return (
    <Group gap="xs" role="status">
      <DeviceBadge state={state} />
      <Text size="sm">
        {MEANING[state]}
        {problem && !GOES_BY_ITSELF.includes(problem) && ` ${problem}`}
      </Text>
    </Group>
  )
}
