import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../shared/labels.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../core/start.ts'
import { FilterPanel } from '../layout/FilterPanel.tsx'
import { type Option, SelectField, wordOptions } from '../ui/SelectField.tsx'
import { activeGroupsQuery } from './api.ts'
import { BatchPicker } from './BatchPicker.tsx'
import { DepartmentPicker } from './DepartmentPicker.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import type { GroupFilters } from './group-filters.ts'

interface Choices {
  data: readonly { id: number; name: string }[] | undefined
  failureCount: number
}

/** Returns the choice's name, or "chosen" when the names can't be read. */
function nameIn({ data, failureCount }: Choices, wanted: number | undefined): string | undefined {
  if (data) return data.find(({ id }) => id === wanted)?.name
  return failureCount > 0 && wanted !== undefined ? 'chosen' : undefined
}

interface Props {
  opened: boolean
  onToggle: () => void
  filters: GroupFilters
  statuses: readonly string[]
  status: string | undefined
  /** The text of no chosen status. */
  anyStatus: string
  /** The text of no chosen group; without it a group is required, and offered once a batch is chosen. */
  anyGroup?: string
  /** Fetching was tried without the required filters: they show their errors. */
  missed?: boolean
  /** No filter is required. */
  optional?: boolean
  /** A further choice, which narrows the list at once. */
  show?: { blank: string; options: readonly Option[]; value: string; onChange: (value: string) => void }
}

/** Filters a fetched list by department, batch, group and status, each with a button that clears it. */
export function GroupFilterPanel(props: Props) {
  const {
    opened,
    onToggle,
    filters,
    statuses,
    status = '',
    anyStatus,
    anyGroup,
    missed,
    optional = false,
    show,
  } = props
  const { own, departmentId, batchId, groupId } = filters
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(activeGroupsQuery(departmentId))
  const needed = anyGroup === undefined && !optional
  return (
    <FilterPanel
      opened={opened}
      onToggle={onToggle}
      chosen={[
        { label: 'Department', value: own.locked?.name ?? nameIn(departments, departmentId) },
        { label: 'Batch', value: nameIn(batches, batchId) },
        { label: 'Group', value: nameIn(groups, groupId) },
        { label: 'Status', value: status && labelOf(status) },
        { label: 'Show', value: show?.options.find(({ value }) => value === show.value)?.label },
      ]}
    >
      <DepartmentPicker
        required={!optional}
        error={missed && departmentId === undefined ? 'Department is required' : undefined}
        value={departmentId}
        onChange={filters.chooseDepartment}
        onClear={() => filters.chooseDepartment(undefined)}
      />
      <BatchPicker
        required={!optional}
        error={missed && batchId === undefined ? 'Batch is required' : undefined}
        value={String(batchId ?? '')}
        onChange={filters.chooseBatch}
        onClear={() => filters.chooseBatch('')}
      />
      <GroupPicker
        required={needed}
        needsBatch={needed}
        {...(anyGroup !== undefined && { blank: anyGroup })}
        departmentId={departmentId}
        batchId={batchId}
        value={groupId}
        onChange={filters.chooseGroup}
        onClear={() => filters.chooseGroup(undefined)}
      />
      <SelectField
        label="Status"
        blank={anyStatus}
        options={wordOptions(statuses)}
        value={status}
        onChange={(event) => filters.chooseStatus(event.currentTarget.value)}
        onClear={() => filters.chooseStatus('')}
      />
      {show && (
        <SelectField
          label="Show"
          blank={show.blank}
          options={show.options}
          value={show.value}
          onChange={(event) => show.onChange(event.currentTarget.value)}
          onClear={() => show.onChange('')}
        />
      )}
    </FilterPanel>
  )
}
