import type { OwnField } from '../../../shared/contract/own-fields.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { maySignIn, PERSON_GENDERS, STUDENT_STATUSES } from '../../../shared/labels.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { NoAddressField } from '../../parts/NoAddressField.tsx'
import { OwnFields } from '../../parts/OwnFields.tsx'
import { SimpleGrid, Stack } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import type { StudentValues } from './rules.ts'

const GENDERS = wordOptions(PERSON_GENDERS)
const STATUSES = wordOptions(STUDENT_STATUSES)

interface Props {
  fields: RecordFields<StudentValues>
  /** Undefined for a new student. */
  student: Student | undefined
  ownFields: readonly OwnField[]
}

/** The fields of a student, in the specification's order, then those that the college has added. */
export function StudentFields({ fields, student, ownFields }: Props) {
  const { batch_id, without_email } = fields.values
  const leaves = student?.batch_id != null && batch_id !== String(student.batch_id)
  return (
    <>
      <TextInput label="Name" required data-autofocus autoComplete="off" {...fields.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Roll Number"
          placeholder="MBBS-22001"
          autoComplete="off"
          autoCapitalize="characters"
          {...fields.getInputProps('roll_no')}
        />
        <BatchPicker
          {...fields.getInputProps('batch_id')}
          value={batch_id}
          onChange={(value) => fields.setFieldValue('batch_id', value)}
          blank="No batch"
          present={student?.batch}
          description={leaves ? 'The student leaves the groups of the former batch.' : undefined}
        />
        <Stack gap="xs">
          <TextInput
            label="Email"
            required={!without_email}
            type="email"
            autoComplete="off"
            disabled={without_email}
            {...fields.getInputProps('email')}
          />
          <NoAddressField {...fields.getInputProps('without_email', { type: 'checkbox' })} person="student" />
        </Stack>
        <TextInput label="Phone" type="tel" autoComplete="off" {...fields.getInputProps('phone')} />
        <SelectField label="Gender" blank="Not given" options={GENDERS} {...fields.getInputProps('gender')} />
        <TextInput label="Date of Birth" type="date" {...fields.getInputProps('date_of_birth')} />
        <TextInput label="Date of Admission" type="date" {...fields.getInputProps('date_of_admission')} />
        <SelectField
          label="Status"
          options={STATUSES}
          description={maySignIn(fields.values.status) ? undefined : 'With this status the student cannot sign in.'}
          {...fields.getInputProps('status')}
        />
      </SimpleGrid>
      <TextArea label="Description" {...fields.getInputProps('description')} />
      <OwnFields fields={ownFields} typed={fields.values.own} inputOf={(id) => fields.getInputProps(`own.${id}`)} />
    </>
  )
}
