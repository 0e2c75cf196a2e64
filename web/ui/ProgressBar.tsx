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

interface BarProps {
  /** The bar's name for assistive technology. */
  of: string
  /** Undefined while nobody knows how much there is. */
  percent: number | undefined
  /** For a bar beside a button. */
  thin?: boolean
}

/** Shows progress as a bar alone. */
export const Bar = ({ of, percent, thin = false }: BarProps) => (
  <div className={classes.bar} data-thin={thin || undefined}>
    <div
      className={classes.part}
      role="progressbar"
      aria-label={of}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percent === undefined ? undefined : `${percent}%`}
      data-unknown={percent === undefined || undefined}
      style={{ width: `${percent ?? 100}%` }}
    />
  </div>
)

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
      <Bar of={of} percent={percent} />
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
