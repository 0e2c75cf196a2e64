import type { Progress as Sent } from '../core/uploading.ts'
import { Group, Text } from './elements.tsx'
import classes from './ProgressBar.module.css'

interface Props {
  label: string
  percent: number
  /** The bar's name for assistive technology. */
  of: string
  /** True when a changed label is read out. */
  told?: boolean
}

/** Shows progress in words, in percent and as a bar. */
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
      <div className={classes.bar}>
        <div
          className={classes.part}
          role="progressbar"
          aria-label={of}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={`${percent}%`}
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}

/** Shows how far a form and its files have been sent. */
export function SentBar({ progress }: { progress: Sent }) {
  const percent = progress === 'waiting' ? 0 : Math.round(progress * 100)
  const words = percent < 100 ? 'Uploading...' : 'Checking the files...'
  return (
    <div style={{ flex: '1 0 100%' }}>
      <ProgressBar
        label={progress === 'waiting' ? 'Waiting for the server…' : words}
        percent={percent}
        of="Upload progress"
        told
      />
    </div>
  )
}
