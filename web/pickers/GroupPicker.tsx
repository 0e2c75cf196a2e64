import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../ui/SelectField.tsx'
import { activeGroupsQuery } from './api.ts'

interface Props {
  departmentId: number | undefined
  value: number | undefined
  onChange: (id: number | undefined) => void
}

function blankText(departmentId: number | undefined, loading: boolean, found: number): string {
  if (departmentId === undefined) return 'Choose a department first'
  if (loading) return 'Loading groups...'
  return found === 0 ? 'No groups found in this department' : 'Choose a group'
}

/** An active group of a department, under its batch. */
export function GroupPicker({ departmentId, value, onChange }: Props) {
  const groups = useQuery({ ...activeGroupsQuery(departmentId ?? 0), enabled: departmentId !== undefined })
  const found = groups.data ?? []
  return (
    <SelectField
      label="Group"
      blank={blankText(departmentId, groups.isLoading, found.length)}
      options={found.map(({ id, name, batch }) => ({ value: String(id), label: `${name} (${batch.name})` }))}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
      disabled={departmentId === undefined || groups.isLoading}
      source={groups}
    />
  )
}
