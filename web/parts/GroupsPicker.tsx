import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../core/api-error.ts'
import { foldedOptions } from '../ui/folded-options.ts'
import { Kit } from '../ui/Kit.tsx'
import { activeGroupsQuery } from './api.ts'

interface Props extends Omit<MultiSelectProps, 'data' | 'label'> {
  departmentId: number | undefined
  /** The chosen groups, which may be inactive now. */
  known?: readonly { id: number; name: string; batch: { name: string } }[]
}

/** Chooses several active groups of a department. */
export function GroupsPicker({ departmentId, known = [], error, ...rest }: Props) {
  const groups = useQuery(activeGroupsQuery(departmentId))
  const active = groups.data ?? []
  const others = known.filter(({ id }) => !active.some((group) => group.id === id))
  const none = departmentId !== undefined && groups.data?.length === 0
  return (
    <Kit>
      <MultiSelect
        {...rest}
        label="Groups"
        data={[...active, ...others].map(({ id, name, batch }) => ({
          value: String(id),
          label: `${name} (${batch.name})`,
        }))}
        searchable
        filter={foldedOptions}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the groups' }}
        hidePickedOptions
        // The focus goes here after a refusal too; an open list would cover the buttons.
        openOnFocus={false}
        placeholder={departmentId === undefined ? 'Choose a department first' : 'Search groups'}
        disabled={rest.disabled || departmentId === undefined}
        description={none ? 'No groups found in this department' : undefined}
        nothingFoundMessage="No group found"
        error={error ?? (groups.error ? messageOf(groups.error) : undefined)}
      />
    </Kit>
  )
}
