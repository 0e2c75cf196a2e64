import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SKILL_STATUSES } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { categoriesQuery } from './api.ts'
import { LEVEL_OPTIONS, type SkillValues } from './rules.ts'

const STATUSES = wordOptions(SKILL_STATUSES)
export const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))

/** Hints stand below their fields, so that those side by side stay in line. */
const HINT_BELOW = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } as const
const FIGURE = { inputMode: 'numeric', autoComplete: 'off', ...HINT_BELOW } as const

/** The fields of a skill: its place first, then what is asked of students. */
export function SkillFields({ fields }: { fields: RecordFields<SkillValues> }) {
  const { getInputProps, setFieldValue, values } = fields
  const departmentId = Number(values.department_id) || undefined
  const categories = useQuery(categoriesQuery(departmentId))
  const categoriesId = useId()
  return (
    <>
      <TextInput label="Name" required data-autofocus autoComplete="off" {...getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DepartmentPicker
          {...getInputProps('department_id')}
          required
          value={departmentId}
          onChange={(id) => setFieldValue('department_id', String(id ?? ''))}
        />
        <TextInput
          label="Category"
          placeholder="Such as Procedure"
          list={categoriesId}
          autoComplete="off"
          {...getInputProps('category')}
        />
        <TextInput label="Code" placeholder="Such as MED-01" autoComplete="off" {...getInputProps('code')} />
        <SelectField label="Year" blank="Any year" options={YEAR_OPTIONS} {...getInputProps('year')} />
      </SimpleGrid>
      <datalist id={categoriesId}>
        {categories.data?.map(({ category }) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <SelectField
        label="Level to reach"
        options={LEVEL_OPTIONS}
        description="A performance of a lower level does not count."
        {...getInputProps('level')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Usual count"
          description="How often it is usually asked for. A new bulk task starts with it."
          {...FIGURE}
          {...getInputProps('usual_count')}
        />
        <TextInput
          label="Usual number a day"
          description="More in a day is a hint for heads, and stops nobody."
          {...FIGURE}
          {...getInputProps('usual_a_day')}
        />
        <TextInput
          label="Share of observed, in percent"
          description="So much of what is asked may be seen only. 0: each must be done."
          {...FIGURE}
          {...getInputProps('observed_share')}
        />
        <SelectField label="Status" options={STATUSES} {...getInputProps('status')} />
      </SimpleGrid>
      <Checkbox
        label="Simulation counts as much as a patient"
        {...getInputProps('allows_simulation', { type: 'checkbox' })}
      />
      <TextArea label="Description" {...getInputProps('description')} />
    </>
  )
}
