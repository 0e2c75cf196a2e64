import type { ReactNode } from 'react'
import { leaveDays } from '../../../shared/contract/leaves.ts'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../../ui/choices.tsx'
import { Group, SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { ABOVE, type LeaveFieldsProps, OwnSessionsFields } from './OwnSessionsFields.tsx'

interface Props extends LeaveFieldsProps {
  /** The departments of the student's groups. */
  departments: readonly { id: number; name: string }[]
  /** The reason's field stands before the long lists, which seldom change. */
  reason: ReactNode
}

/** Chooses whole days and departments, or sessions. */
export function LeaveFields({ departments, reason, ...props }: Props) {
  const { fields, disabled } = props
  return (
    <>
      <RadioGroup label="Leave for" {...fields.getInputProps('what')}>
        <Group gap="lg" mt={4}>
          <Radio value="days" label="Whole days" disabled={disabled} />
          <Radio value="sessions" label="Single sessions" disabled={disabled} />
        </Group>
      </RadioGroup>
      {fields.values.what === 'days' ? (
        <DaysFields {...props} departments={departments} reason={reason} />
      ) : (
        <>
          {reason}
          <OwnSessionsFields {...props} />
        </>
      )}
    </>
  )
}

function DaysFields({ fields, departments, reason, disabled }: Props) {
  const { getInputProps, setFieldValue, values } = fields
  const { first, last } = leaveDays()
  const limits = { type: 'date', required: true, disabled, min: first, max: last }
  const [only] = departments
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="First day"
          {...limits}
          {...getInputProps('first_day')}
          onChange={({ currentTarget: { value } }) => {
            // Most requests are for a single day, so the last day follows the first.
            if (values.last_day === values.first_day || values.last_day < value) setFieldValue('last_day', value)
            setFieldValue('first_day', value)
          }}
        />
        <TextInput label="Last day" {...limits} {...getInputProps('last_day')} />
      </SimpleGrid>
      {reason}
      {departments.length > 1 ? (
        <CheckboxGroup
          label="Departments"
          description="The head of each decides about its own sessions."
          required
          inputWrapperOrder={ABOVE}
          {...getInputProps('department_ids')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {departments.map(({ id, name }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={<bdi>{name}</bdi>}
                disabled={disabled}
                aria-invalid={fields.errors.department_ids ? true : undefined}
              />
            ))}
          </SimpleGrid>
        </CheckboxGroup>
      ) : (
        <Text size="sm" c="dimmed">
          The head of <bdi>{only?.name}</bdi> is asked.
        </Text>
      )}
    </>
  )
}
