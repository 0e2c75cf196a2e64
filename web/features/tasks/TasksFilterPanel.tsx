import type { Group } from '../../../shared/contract/groups.ts'
import type { TasksOnly } from '../../../shared/only.ts'
import type { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { groupLabel, onlyOptions, type TaskChoices } from './rules.ts'

interface Props {
  opened: boolean
  onToggle: () => void
  filters: ReturnType<typeof useFilters>
  department: { name: string } | undefined
  group: Group | undefined
  chosen: TaskChoices & { only: TasksOnly | undefined }
}

/** Filters the tasks by department and group, or narrows them to what waits. */
export function TasksFilterPanel({ opened, onToggle, filters, department, group, chosen }: Props) {
  const { departmentId, groupId, only } = chosen
  const shown = onlyOptions(filters)
  return (
    <FilterPanel
      opened={opened}
      onToggle={onToggle}
      chosen={[
        { label: 'Department', value: department?.name },
        { label: 'Group', value: group && groupLabel(group) },
        { label: 'Show', value: shown.find(({ value }) => value === only)?.label },
      ]}
    >
      <DepartmentPicker
        value={departmentId}
        onChange={(chosenId) => filters.choose({ department_id: chosenId, group_id: undefined })}
      />
      <GroupPicker
        departmentId={departmentId}
        value={groupId}
        onChange={(chosenId) => filters.choose({ group_id: chosenId })}
      />
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
    </FilterPanel>
  )
}
