import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

interface Props {
  fileName: string
  label: string
  /** 0 to 1. */
  share: number
  note?: string
  onCancel: () => void
}

/** The progress of the upload or import, with a button that cancels it. */
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
