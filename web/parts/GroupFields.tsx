import { collegeToday } from '../../shared/college-clock.ts'
import { TextInput } from '../ui/fields.tsx'
import { type Option, SelectField, wordOptions } from '../ui/SelectField.tsx'
import { BatchPicker } from './BatchPicker.tsx'
import { DepartmentPicker } from './DepartmentPicker.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import { type Days, type GroupFilters, hasDays } from './group-filters.ts'

export interface GroupChoices {
  filters: GroupFilters
  statuses: readonly string[]
  status: string | undefined
  /** The text of no chosen status. */
  anyStatus?: string
  /** The text of no chosen group; without it a group is required, and offered once a batch is chosen. */
  anyGroup?: string
  /** A further choice, which narrows the list at once, with the text of none. */
  show?: { blank: string; options: readonly Option[] } | false
  only: string | undefined
  /** The days for which the list is asked, where it can be asked for some: with groups that are no longer active. */
  days?: Days
}

interface Props extends GroupChoices {
  /** Fetching was tried without the required filters: they show their errors. */
  missed: boolean
  /** True while no filter is required. */
  optional: boolean
}

/** Filters a fetched list by department, batch, group and status, each with a button that clears it. */
export function GroupFields(props: Props) {
  const {
    filters,
    statuses,
    status = '',
    anyStatus = 'All statuses',
    anyGroup,
    show,
    only = '',
    missed,
    optional,
    days,
  } = props
  const { departmentId, batchId, groupId } = filters
  const needed = anyGroup === undefined && !optional
  return (
    <>
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
        ofPast={hasDays(days)}
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
          {...show}
          value={only}
          onChange={(event) => filters.chooseOnly(event.currentTarget.value)}
          onClear={() => filters.chooseOnly('')}
        />
      )}
      {days && <DaysFields days={days} onChange={filters.chooseDays} />}
    </>
  )
}

function DaysFields({ days, onChange }: { days: Days; onChange: (changes: Partial<Days>) => void }) {
  return (
    <>
      <TextInput
        label="First day"
        type="date"
        max={collegeToday()}
        value={days.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="Last day"
        type="date"
        min={days.from}
        value={days.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  )
}
