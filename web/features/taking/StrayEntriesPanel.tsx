import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { discardEntries } from './kept.api.ts'
import { OwnEntriesTable } from './OwnEntriesTable.tsx'
import type { strayEntries } from './register.rules.ts'

interface Props {
  session: { id: number; title: string }
  entries: ReturnType<typeof strayEntries>
  onDiscarded: () => void
}

/** Lists refused entries of students who have left the list meanwhile. They can be read and discarded. */
export function StrayEntriesPanel({ session, entries, onDiscarded }: Props) {
  if (entries.length === 0) return null
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text>Your marks of students who are not in this list any more. They cannot be saved.</Text>
        <Button size="sm" variant="default" onClick={() => discardEntries(session, onDiscarded)}>
          Discard
        </Button>
      </Group>
      <OwnEntriesTable entries={entries} />
    </Stack>
  )
}
