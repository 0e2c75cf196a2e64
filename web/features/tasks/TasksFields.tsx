import type { TasksOnly } from '../../../shared/only.ts'
import type { useFilters } from '../../core/url-state.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { type Option, SelectField } from '../../ui/SelectField.tsx'
import type { TaskChoices } from './rules.ts'

interface Props {
  filters: ReturnType<typeof useFilters>
  chosen: TaskChoices
  /** The narrowings that are offered. */
  shown: readonly Option[]
  only: TasksOnly | undefined
}

/** Filters the tasks by department and group, or narrows them to what waits. */
export function TasksFields({ filters, chosen: { departmentId, groupId }, shown, only }: Props) {
  return (
    <>
      <DepartmentPicker
        value={departmentId}
        onChange={(id) => filters.choose({ department_id: id, group_id: undefined })}
      />
      <GroupPicker departmentId={departmentId} value={groupId} onChange={(id) => filters.choose({ group_id: id })} />
      {shown.length > 0 && (
        <SelectField
          label="Show"
          blank="All tasks of a group"
          options={shown}
          value={only ?? ''}
          onChange={(event) => filters.choose({ only: event.currentTarget.value })}
          onClear={() => filters.choose({ only: undefined })}
        />
      )}
    </>
  )
}
