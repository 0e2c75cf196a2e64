import { Group, Progress, Text } from '@mantine/core'

interface Props {
  label: string
  percent: number
  /** What the bar is of, for who cannot see it. */
  of: string
  /** Whether a changed label is read out. */
  told?: boolean
}

/** How far something is: in words, in percent and as a bar. */
export function ProgressBar({ label, percent, of, told = false }: Props) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" role={told ? 'status' : undefined}>
          {label}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent}%
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={of} />
      </Progress.Root>
    </div>
  )
}
