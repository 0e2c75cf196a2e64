import { Group, Progress, Text } from '@mantine/core'

/** How much of an upload has been sent. */
export function UploadPanel({ progress }: { progress: number | undefined }) {
  if (progress === undefined) return null
  const percent = Math.round(progress * 100)
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{percent < 100 ? 'Uploading...' : 'Checking the files...'}</Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent}%
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Upload progress" />
      </Progress.Root>
    </div>
  )
}
