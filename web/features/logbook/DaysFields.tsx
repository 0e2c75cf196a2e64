import { collegeToday } from '../../../shared/college-clock.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { TextInput } from '../../ui/fields.tsx'

/** Says which days are chosen, if any. */
export const daysText = (from: string | undefined, to: string | undefined) =>
  [from && `from ${writtenDay(from)}`, to && `to ${writtenDay(to)}`].filter(Boolean).join(' ') || undefined

interface Props {
  from: string | undefined
  to: string | undefined
  onChange: (changes: { from?: string; to?: string }) => void
}

/** Narrows a list to the days of the performances. */
export const DaysFields = ({ from, to, onChange }: Props) => (
  <>
    <TextInput
      label="Performed from"
      type="date"
      max={collegeToday()}
      value={from ?? ''}
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
    <TextInput
      label="Performed to"
      type="date"
      max={collegeToday()}
      value={to ?? ''}
      onChange={(event) => onChange({ to: event.currentTarget.value })}
    />
  </>
)
