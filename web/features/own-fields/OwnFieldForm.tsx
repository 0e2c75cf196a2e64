import { type OwnField, OwnFieldChange, OwnFieldInput } from '../../../shared/contract/own-fields.ts'
import { OWN_FIELD_STATUSES } from '../../../shared/labels.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { useOwnFieldChanges } from './api.ts'
import { ENTITIES, formField, KINDS, OWN_FIELD, ownFieldBody, ownFieldValues, SEEN } from './rules.ts'

const STATUSES = wordOptions(OWN_FIELD_STATUSES)

/** Adds a field to students or staff, or changes one. */
export function OwnFieldForm(opening: Opening<OwnField>) {
  const isNew = opening.record === undefined
  const form = useRecordForm({
    kind: OWN_FIELD,
    opening,
    values: ownFieldValues(opening.record),
    schema: isNew ? OwnFieldInput : OwnFieldChange,
    toBody: ownFieldBody,
    fieldOf: formField,
    ...useOwnFieldChanges(),
    keeps: ['entity', 'seen_by'],
  })
  const { getInputProps, values } = form.fields
  return (
    <RecordForm form={form}>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Such as Father or CNIC"
        {...getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SelectField
          label="Kept of"
          options={ENTITIES}
          {...getInputProps('entity')}
          disabled={!isNew}
          description={isNew ? undefined : 'A field stays where it is.'}
        />
        <SelectField label="Kind" options={KINDS} {...getInputProps('kind')} />
        <SelectField label="Shown to" options={SEEN} {...getInputProps('seen_by')} />
        <SelectField
          label="Status"
          options={STATUSES}
          description={values.status === 'inactive' ? 'Its values are kept and shown nowhere.' : undefined}
          {...getInputProps('status')}
        />
      </SimpleGrid>
      {values.kind === 'choice' && (
        <TextArea label="Options" required description="One a line." {...getInputProps('options')} />
      )}
      <Checkbox label="Required of new records" {...getInputProps('is_required', { type: 'checkbox' })} />
      <Checkbox label="No two records have the same value" {...getInputProps('is_unique', { type: 'checkbox' })} />
      <Checkbox
        label="Masked"
        description="Who may not edit a record sees the last four characters alone, and can't search by it."
        {...getInputProps('is_masked', { type: 'checkbox' })}
      />
    </RecordForm>
  )
}
