import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { batchChoicesQuery } from '../core/start.ts'
import { type Option, SelectField } from '../ui/SelectField.tsx'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'label'> {
  label?: string
  /** An id as text, one of `more`, or empty. */
  value: string
  /** A button takes the choice back. */
  onClear?: (() => void) | undefined
  onChange: (value: string) => void
  /** What the entry of no choice says. */
  blank?: string
  /** The one that is set, in the list even when the others cannot be read. */
  present?: { id: number; name: string } | null | undefined
  /** Offers only active ones, and the one that is set. */
  onlyActive?: boolean
  /** Further entries below the batches. */
  more?: readonly Option[]
}

/** A batch by name, those that are not active marked as such. */
export function BatchPicker(props: Props) {
  const { value, onChange, label = 'Batch', blank = 'Choose a batch', present, ...others } = props
  const { onlyActive = false, more = [], error, ...rest } = others
  const batches = useQuery(batchChoicesQuery)
  const known = batches.data ?? (present ? [{ ...present, status: 'active' }] : [])
  const offered = known.filter(({ id, status }) => !onlyActive || status === 'active' || id === present?.id)
  const options = offered.map(({ id, name, status }) => ({
    value: String(id),
    label: status === 'active' ? name : `${name} (inactive)`,
  }))
  return (
    <SelectField
      {...rest}
      label={label}
      blank={batches.isLoading ? 'Loading batches...' : blank}
      options={[...options, ...more]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      source={batches}
    />
  )
}
