import { useQuery } from '@tanstack/react-query'
import type { NativeSelectProps } from '../ui/fields.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { activeGroupsQuery, everyGroupQuery } from './api.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  departmentId: number | undefined
  /** Offers only the groups of this batch. */
  batchId?: number | undefined
  /** Nothing is offered until a batch is chosen too. */
  needsBatch?: boolean
  /** Offers also groups that are no longer active, for days of the past. */
  ofPast?: boolean
  /** The chosen group, which may be inactive now. */
  known?: { id: number; name: string } | undefined
  /** The text of the entry without a choice, once there are groups. */
  blank?: string
  value: number | undefined
  /** Clears the choice by a button. */
  onClear?: (() => void) | undefined
  onChange: (id: number | undefined) => void
}

function blankText(missing: string | undefined, loading: boolean, found: number | undefined, blank: string): string {
  if (missing) return `Choose a ${missing} first`
  if (loading) return 'Loading groups...'
  return found === 0 ? 'No groups found in this department' : blank
}

/** Chooses a group of a department, an active one unless it is for days of the past. Without a batch each is listed with its own. */
export function GroupPicker(props: Props) {
  const { departmentId, batchId, needsBatch = false, ofPast = false, known, value, onChange, ...others } = props
  const { blank = 'Choose a group', ...rest } = others
  const groups = useQuery(ofPast ? everyGroupQuery(departmentId) : activeGroupsQuery(departmentId))
  const missing = departmentId === undefined ? 'department' : needsBatch && batchId === undefined ? 'batch' : undefined
  const found = (groups.data ?? []).filter((group) => batchId === undefined || group.batch_id === batchId)
  const offered = found.map(({ id, name, batch, status }) => {
    const more = [batchId === undefined && batch.name, status !== 'active' && 'inactive'].filter(Boolean).join(', ')
    return { value: String(id), label: more ? `${name} (${more})` : name }
  })
  if (known && known.id === value && !found.some(({ id }) => id === value))
    offered.push({ value: String(known.id), label: known.name })
  return (
    <SelectField
      {...rest}
      label="Group"
      blank={blankText(missing, groups.isLoading, groups.data && found.length, blank)}
      options={missing ? [] : offered}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
      disabled={rest.disabled || missing !== undefined || groups.isLoading}
      source={groups}
    />
  )
}
