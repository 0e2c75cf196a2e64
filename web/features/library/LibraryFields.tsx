import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import { YEARS } from '../../../shared/limits.ts'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { entryTypesQuery } from './api.ts'
import type { EntryValues } from './rules.ts'

const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))

interface Props {
  fields: RecordFields<EntryValues>
  /** Undefined for a new entry. */
  entry: LibraryEntry | undefined
  /** True while the form is being sent. */
  disabled: boolean
  /** The file's field, in sight without scrolling. */
  file: ReactNode
}

/** Edits an entry: its texts, its type and its file. */
export function LibraryFields({ fields, entry, disabled, file }: Props) {
  const types = useQuery(entryTypesQuery())
  const typesId = useId()
  return (
    <>
      <TextInput label="Title" required data-autofocus disabled={disabled} {...fields.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <AnyDepartmentPicker
          {...fields.getInputProps('department_id')}
          required
          // Only administrators change entries, and they may change any department's.
          fixed={entry === undefined}
          present={entry?.department}
          disabled={disabled}
        />
        <BatchPicker
          {...fields.getInputProps('batch_id')}
          value={fields.values.batch_id}
          onChange={(batch) => fields.setFieldValue('batch_id', batch)}
          blank="Every batch"
          present={entry?.batch}
          disabled={disabled}
        />
      </SimpleGrid>
      {file}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SelectField
          label="Year"
          blank="Every year"
          options={YEAR_OPTIONS}
          disabled={disabled}
          {...fields.getInputProps('year')}
        />
        <TextInput
          label="Type"
          placeholder="Such as Textbook or Past paper"
          list={typesId}
          autoComplete="off"
          disabled={disabled}
          {...fields.getInputProps('type')}
        />
      </SimpleGrid>
      <datalist id={typesId}>
        {types.data?.map(({ type }) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <TextArea label="Detail" rows={2} disabled={disabled} {...fields.getInputProps('detail')} />
      <TextArea label="Description" disabled={disabled} {...fields.getInputProps('description')} />
    </>
  )
}
