import { useQuery } from '@tanstack/react-query'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import type { Staff } from '../../../shared/contract/staff.ts'
import { PERSON_GENDERS, roleHint, STAFF_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { NoAddressField } from '../../parts/NoAddressField.tsx'
import { OwnFields } from '../../parts/OwnFields.tsx'
import { Anchor, SimpleGrid, Stack } from '../../ui/elements.tsx'
import { type NativeSelectProps, TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { recordOptions, SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { designationChoicesQuery } from '../designations/api.ts'
import { roleChoicesQuery } from '../roles/api.ts'
import { emailField, roleChoices, type StaffValues } from './rules.ts'

const GENDERS = wordOptions(PERSON_GENDERS)
const STATUSES = wordOptions(STAFF_STATUSES)
const INPUT_FIRST: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface Named {
  id: number
  name: string
}

interface Props {
  fields: RecordFields<StaffValues>
  /** Undefined while a new one is added. */
  person: Staff | undefined
  ownFields: readonly OwnField[]
}

/** The fields of a staff member, then those that the college has added. */
export function StaffFields({ fields, person, ownFields }: Props) {
  const ownId = useLogin()?.user.id
  const roles = useRoles()
  const { without_email } = fields.values
  const email = emailField(person, roles)
  const own = person !== undefined && person.user_id === ownId
  const fixed = own && { disabled: true, description: 'Nobody changes their own role or status.' }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
        <Stack gap="xs">
          <TextInput
            label="Email"
            type="email"
            required={!without_email}
            inputWrapperOrder={INPUT_FIRST}
            {...fields.getInputProps('email')}
            {...email}
            disabled={email.disabled || without_email}
          />
          <NoAddressField
            {...fields.getInputProps('without_email', { type: 'checkbox' })}
            disabled={email.disabled}
            person="staff"
          />
        </Stack>
        <TextInput label="Staff Number" autoComplete="off" {...fields.getInputProps('staff_no')} />
        <AnyDepartmentPicker {...fields.getInputProps('department_id')} required fixed present={person?.department} />
        <DesignationSelect {...fields.getInputProps('designation_id')} present={person?.designation} />
        <RoleSelect {...fields.getInputProps('role_id')} {...fixed} present={person?.role_id ?? null} />
        <TextInput label="Phone" type="tel" {...fields.getInputProps('phone')} />
        <SelectField label="Gender" blank="Not given" options={GENDERS} {...fields.getInputProps('gender')} />
        <TextInput label="Date of Birth" type="date" {...fields.getInputProps('date_of_birth')} />
        <TextInput label="Date of Joining" type="date" {...fields.getInputProps('date_of_joining')} />
        {person && (
          <>
            <TextInput label="Date of Leaving" type="date" {...fields.getInputProps('date_of_leaving')} />
            <TextInput label="Date of Retirement" type="date" {...fields.getInputProps('date_of_retirement')} />
          </>
        )}
        <SelectField label="Status" options={STATUSES} {...fields.getInputProps('status')} {...fixed} />
      </SimpleGrid>
      <TextArea label="Description" {...fields.getInputProps('description')} />
      <OwnFields fields={ownFields} typed={fields.values.own} inputOf={(id) => fields.getInputProps(`own.${id}`)} />
    </>
  )
}

type SelectProps = Omit<NativeSelectProps, 'data' | 'label'>

function DesignationSelect({ present, ...rest }: SelectProps & { present: Named | undefined }) {
  const adds = can(useRoles(), 'designations:write')
  const designations = useQuery(designationChoicesQuery)
  const none = designations.data?.length === 0
  return (
    <SelectField
      {...rest}
      label="Designation"
      required
      blank={designations.isLoading ? 'Loading designations...' : 'Choose a designation'}
      options={recordOptions(designations.data ?? (present ? [present] : []))}
      description={
        none && (
          <>
            There are no designations yet.{' '}
            {adds ? (
              <Anchor component={ScreenLink} to="/designations" inherit underline="always">
                Add the first one
              </Anchor>
            ) : (
              'Ask an administrator to add one.'
            )}
          </>
        )
      }
      source={designations}
    />
  )
}

function RoleSelect({ present, ...rest }: SelectProps & { present: number | null }) {
  const ownRoles = useRoles()
  const roles = useQuery(roleChoicesQuery)
  const choices = roleChoices(roles.data ?? [], ownRoles, present)
  const chosen = choices.find(({ id }) => String(id) === rest.value)
  return (
    <SelectField
      {...rest}
      label="Role"
      blank={roles.isLoading ? 'Loading roles...' : 'No role'}
      options={recordOptions(choices)}
      // The choices have the stored names, as the cards; the word that people say stands below.
      description={rest.description ?? (chosen && roleHint(chosen.name))}
      source={roles}
    />
  )
}
