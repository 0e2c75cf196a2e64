import { useQuery } from '@tanstack/react-query'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { SimpleGrid } from '../../ui/elements.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { postedQuery } from './timetable.api.ts'
import { type WeekOf, wardsOf } from './timetable.rules.ts'

interface Props {
  day: string
  of: WeekOf
}

/** Chooses a group or a ward in the place of the own week; a group and a ward at once would mostly be nothing. */
export function WeekFields({ day, of }: Props) {
  const { filters } = useDepartmentFilters()
  const posted = useQuery(postedQuery(day))
  const choose = (changes: { group_id?: number | undefined; ward?: string | undefined }) =>
    filters.set({ group_id: undefined, ward: undefined, ...changes })
  return (
    <SimpleGrid cols={{ base: 2 }} spacing="xs">
      <GroupPicker
        departmentId={filters.departmentId}
        blank="My own week"
        value={of.group_id}
        onChange={(group_id) => choose({ group_id })}
      />
      <SelectField
        label="Ward"
        blank="My own week"
        options={wardsOf(posted.data ?? [], of.ward).map((ward) => ({ value: ward, label: ward }))}
        source={posted}
        value={of.ward ?? ''}
        onChange={(event) => choose({ ward: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
