import { useQuery } from '@tanstack/react-query'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { SimpleGrid } from '../../ui/elements.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { postedQuery } from './timetable.api.ts'
import { type Subject, type WeekOf, wardsOf } from './timetable.rules.ts'

interface Props {
  day: string
  of: WeekOf
  subject: Subject
}

/** Chooses a group or a ward in the place of the own week. */
export function WeekFields({ day, of, subject }: Props) {
  const { filters } = useDepartmentFilters()
  const posted = useQuery(postedQuery(day))
  const choose = (changes: { group_id?: number | undefined; ward?: string | undefined }) =>
    filters.set({ group_id: undefined, ward: undefined, ...changes })
  return (
    <SimpleGrid cols={{ base: 2 }} spacing="xs">
      <GroupPicker
        departmentId={filters.departmentId}
        blank={of.ward === undefined ? 'My own week' : 'No group'}
        known={of.group_id !== undefined && subject.name ? { id: of.group_id, name: subject.name } : undefined}
        value={of.group_id}
        onChange={(group_id) => choose({ group_id })}
      />
      <SelectField
        label="Ward"
        blank={of.group_id === undefined ? 'My own week' : 'No ward'}
        options={wardsOf(posted.data ?? [], of.ward).map((ward) => ({ value: ward, label: ward }))}
        source={posted}
        value={of.ward ?? ''}
        onChange={(event) => choose({ ward: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
