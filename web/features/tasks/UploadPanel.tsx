import { Group, Progress, Text } from '@mantine/core'
import type { Progress as Share } from './api.ts'

/** How much of an upload has been sent. */
export function UploadPanel({ progress }: { progress: Share | undefined }) {
  if (progress === undefined) return null
  const isWaiting = progress === 'waiting'
  const percent = isWaiting ? 0 : Math.round(progress * 100)
  const words = percent < 100 ? 'Uploading...' : 'Checking the files...'
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" role="status">
          {isWaiting ? 'Waiting for the server…' : words}
        </Text>
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
