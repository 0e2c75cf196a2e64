import type { Task } from '../../../shared/contract/tasks.ts'
import { TASK_STATUSES } from '../../../shared/labels.ts'
import { criteriaChange, criteriaStateOf } from '../../../shared/policies/criteria.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { CriteriaRows } from '../../parts/CriteriaRows.tsx'
import { criteriaTotalProps } from '../../parts/criterion-rows.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupsPicker } from '../../parts/GroupsPicker.tsx'
import { BY_NAME, SkillPicker } from '../../parts/SkillPicker.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { detailLabel, type TaskValues } from './rules.ts'

const STATUSES = wordOptions(TASK_STATUSES)

interface Props {
  fields: RecordFields<TaskValues>
  task: Task | undefined
}

/** The fields of a single task. */
export function TaskFields({ fields, task }: Props) {
  const { department_id } = fields.values
  const departmentId = department_id === '' ? undefined : Number(department_id)
  const sameDepartment = task !== undefined && task.department_id === departmentId
  return (
    <>
      <TextInput label="Task Name" required data-autofocus {...fields.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DepartmentPicker
          {...fields.getInputProps('department_id')}
          required
          value={departmentId}
          onChange={(id) => {
            fields.setFieldValue('department_id', String(id ?? ''))
            fields.setFieldValue('group_ids', [])
            if (task?.task_type === 'bulk')
              fields.setFieldValue('skill_id', id === task.department_id ? String(task.skill?.id ?? '') : '')
          }}
        />
        <GroupsPicker
          {...fields.getInputProps('group_ids')}
          departmentId={departmentId}
          known={sameDepartment ? task.groups : undefined}
        />
        <TextInput label="Type" {...fields.getInputProps('type')} />
        <TextInput label="Label" {...fields.getInputProps('label')} />
      </SimpleGrid>
      {task?.task_type === 'bulk' && (
        <SkillPicker
          {...fields.getInputProps('skill_id')}
          departmentId={departmentId}
          present={sameDepartment ? task.skill : undefined}
          blank={sameDepartment ? undefined : BY_NAME}
        />
      )}
      <TextInput label={task ? detailLabel(task) : 'Detail'} {...fields.getInputProps('detail')} />
      {task?.task_type !== 'bulk' && (
        <CriteriaRows fields={fields} fine="whole" fixed={task && refusalOf(criteriaChange, criteriaStateOf(task))} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Total Marks"
          inputMode="numeric"
          autoComplete="off"
          {...fields.getInputProps('total_marks')}
          {...criteriaTotalProps(fields.values.criteria, 'whole')}
        />
        <TextInput
          label="Passing Marks"
          inputMode="numeric"
          autoComplete="off"
          {...fields.getInputProps('passing_marks')}
        />
        <TextInput label="Start Date" type="date" {...fields.getInputProps('start_date')} />
        <TextInput label="End Date" type="date" {...fields.getInputProps('end_date')} />
      </SimpleGrid>
      <TextArea label="Description" {...fields.getInputProps('description')} />
      <SelectField label="Status" options={STATUSES} {...fields.getInputProps('status')} />
    </>
  )
}
