import { UNREACHABLE } from '../../core/api-error.ts'
import type { Question } from '../../core/confirm.ts'
import type { OnDevice } from '../../offline/kinds.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Group, Text } from '../../ui/elements.tsx'

type Entry = Pick<OnDevice, 'id' | 'title' | 'problem'> & {
  state: Exclude<OnDevice['state'], 'begun'>
  /** A line below its name. */
  detail?: string | undefined
}

interface Props {
  entries: readonly Entry[]
  /** Told of an entry that waits, and of one that the server has refused. */
  texts: { waiting: string; refused: string }
  /** The name of an entry beside its buttons. */
  nameOf: (title: string) => string
  question: Omit<Question, 'subject' | 'confirmLabel'>
  discard: (id: number, question: Omit<Question, 'confirmLabel'>) => Promise<boolean>
  retry: (id: number) => Promise<void>
}

/** Lists performances or signatures that only this device has. */
export function UnsentPanel({ entries, texts, nameOf, question, discard, retry }: Props) {
  const unsent = entries.filter(({ state }) => state !== 'saved')
  if (unsent.length === 0) return null
  return (
    <OnDevicePanel>
      {unsent.map(({ id, title, detail, state, problem }) => (
        <Group key={id} justify="space-between" gap="xs">
          <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            {detail && (
              <Text size="sm" dir="auto">
                {detail}
              </Text>
            )}
            <Group gap="xs" role="status">
              <DeviceBadge state={state} />
              <Text size="sm">
                {state === 'waiting' ? texts.waiting : texts.refused}
                {problem && problem !== UNREACHABLE && ` ${problem}`}
              </Text>
            </Group>
          </div>
          <Group gap="xs">
            <DeviceButton
              aria-label={`Discard ${nameOf(title)}`}
              onClick={() => discard(id, { ...question, subject: title })}
            >
              Discard
            </DeviceButton>
            <DeviceButton aria-label={`Send now: ${title}`} onClick={() => retry(id)}>
              Send now
            </DeviceButton>
          </Group>
        </Group>
      ))}
    </OnDevicePanel>
  )
}
