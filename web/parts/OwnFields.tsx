import type { OwnField } from '../../shared/contract/own-fields.ts'
import { SimpleGrid } from '../ui/elements.tsx'
import { TextInput } from '../ui/fields.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import type { OwnTyped } from './own-fields.ts'

interface Props {
  fields: readonly OwnField[]
  typed: OwnTyped
  /** The form's props of an input, by the id of its field. */
  inputOf: (id: number) => { onChange: (event: unknown) => void; error?: React.ReactNode }
}

/** The inputs of the fields that the college has added. */
export function OwnFields({ fields, typed, inputOf }: Props) {
  if (fields.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {fields.map((field) => (
        <OwnInput key={field.id} field={field} value={typed[String(field.id)] ?? ''} input={inputOf(field.id)} />
      ))}
    </SimpleGrid>
  )
}

function OwnInput({ field, value, input }: { field: OwnField; value: string; input: ReturnType<Props['inputOf']> }) {
  const { name, kind, options, is_required } = field
  const common = { ...input, label: name, required: is_required, value }
  // An option that is no longer offered stays chosen until another one is.
  const offered = options.includes(value) || value === '' ? options : [...options, value]
  if (kind === 'choice')
    return (
      <SelectField
        {...common}
        blank="Not given"
        options={offered.map((option) => ({ value: option, label: option }))}
      />
    )
  return (
    <TextInput
      {...common}
      dir="auto"
      autoComplete="off"
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
    />
  )
}
