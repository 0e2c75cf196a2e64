import { Button, Group, Progress, Stack, Text } from '@mantine/core'

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
  const percent = Math.floor(share * 100)
  return (
    <Stack gap="xs">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Text>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {label}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent}%
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Progress" />
      </Progress.Root>
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
