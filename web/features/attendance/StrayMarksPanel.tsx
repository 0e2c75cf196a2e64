import { Button, Group, Stack, Text } from '@mantine/core'
import { discardMarks } from './KeptSessionsPanel.tsx'
import type { strayMarks } from './marks.rules.ts'
import { OwnMarksTable } from './OwnMarksTable.tsx'

interface Props {
  session: { id: number; title: string }
  marks: ReturnType<typeof strayMarks>
  onDiscarded: () => void
}

/** Marks that were refused, of students who have left the list meanwhile: they can be read, and given up. */
export function StrayMarksPanel({ session, marks, onDiscarded }: Props) {
  async function discard(): Promise<void> {
    if (await discardMarks(session.id, session.title)) onDiscarded()
  }

  if (marks.length === 0) return null
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text>Your marks of students who are not in this list any more. They cannot be saved.</Text>
        <Button size="sm" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
      <OwnMarksTable marks={marks} />
    </Stack>
  )
}
