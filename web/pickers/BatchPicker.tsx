import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../core/api-error.ts'
import { type Option, SelectField } from '../ui/SelectField.tsx'
import { batchChoicesQuery } from './api.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'label'> {
  label?: string
  /** An id as text, one of `more`, or empty. */
  value: string
  onChange: (value: string) => void
  /** What the entry of no choice says. */
  blank?: string
  /** Further entries below the batches. */
  more?: readonly Option[]
}

/** A batch by name, those that are not active marked as such. */
export function BatchPicker(props: Props) {
  const { value, onChange, label = 'Batch', blank = 'Choose a batch', more = [], error, ...rest } = props
  const batches = useQuery(batchChoicesQuery)
  const options = (batches.data ?? []).map(({ id, name, status }) => ({
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
      error={error ?? (batches.error ? messageOf(batches.error) : undefined)}
    />
  )
}
