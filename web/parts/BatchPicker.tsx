import { useQuery } from '@tanstack/react-query'
import { batchChoicesQuery } from '../core/start.ts'
import type { NativeSelectProps } from '../ui/fields.tsx'
import { type Option, SelectField } from '../ui/SelectField.tsx'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'label'> {
  label?: string
  /** The id as text, a value of `more`, or empty. */
  value: string
  /** Clears the choice by a button. */
  onClear?: (() => void) | undefined
  onChange: (value: string) => void
  /** The text of the entry without a choice. */
  blank?: string
  /** The stored batch, offered even when the others can't be read. */
  present?: { id: number; name: string } | null | undefined
  /** Offers only active batches, and the stored one. */
  onlyActive?: boolean
  /** Further entries below the batches. */
  more?: readonly Option[]
}

/** Chooses a batch by name; inactive ones are marked. */
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
