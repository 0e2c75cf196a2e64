import { CollegeInput, type SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { useSaveCollege } from './api.ts'
import { collegeValues, fixedBy, free, nameOfSetting, numberOf } from './rules.ts'

interface Props {
  settings: SettingsOfCollege
  guards: LeaveGuards
}

export function CollegeForm({ settings, guards }: Props) {
  const { environment } = settings
  const save = useSaveCollege()
  const form = useDraftForm({
    key: 'settings:college',
    initialValues: collegeValues(settings),
    schema: CollegeInput,
    toBody: ({ college_name, attendance_minimum }) =>
      free(environment, { college_name, attendance_minimum: numberOf(attendance_minimum) }),
    nameOf: nameOfSetting,
    save: (body) => save({ body }),
    onSaved: () => toast.success('College saved.'),
  })
  return (
    <FormCard order={2} title="College" form={form} guards={guards} saveLabel="Save college">
      <TextInput
        label="College name"
        required
        {...form.fields.getInputProps('college_name')}
        {...fixedBy(environment, 'college_name')}
      />
      <TextInput
        label="Minimum attendance (%)"
        description="Students below it are listed, and told."
        required
        inputMode="numeric"
        {...form.fields.getInputProps('attendance_minimum')}
        {...fixedBy(environment, 'attendance_minimum')}
      />
    </FormCard>
  )
}
