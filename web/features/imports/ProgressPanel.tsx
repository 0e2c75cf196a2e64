import { Button, Group, Stack, Text } from '@mantine/core'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

interface Props {
  fileName: string
  label: string
  /** 0 to 1. */
  share: number
  note?: string
  onCancel: () => void
}

/** How far it is, and the way out. */
export function ProgressPanel({ fileName, label, share, note, onCancel }: Props) {
  return (
    <Stack gap="xs">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Text>
      <ProgressBar label={label} percent={Math.floor(share * 100)} of="Progress" told />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 16rem' }}>
          {note}
        </Text>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
