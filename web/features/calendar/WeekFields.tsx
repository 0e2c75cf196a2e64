import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { SimpleGrid } from '../../ui/elements.tsx'
import { recordOptions, SelectField } from '../../ui/SelectField.tsx'
import { hasOwnWeek } from './own-week.ts'
import { postedQuery, teachersQuery } from './timetable.api.ts'
import { isOwnWeek, type Subject, type WeekOf, wardsOf } from './timetable.rules.ts'

interface Props {
  day: string
  of: WeekOf
  subject: Subject
}

/** Returns the entry of what is chosen. Without one for what is not there a field would say "My own week", and nobody could choose that. */
function entryOfChosen({ group_id, staff_id }: WeekOf, { name, missing }: Subject) {
  const shown = name ?? (missing && 'Not found')
  return shown === undefined ? undefined : { id: group_id ?? staff_id ?? 0, name: shown }
}

/** Chooses a group, a teacher or a ward in the place of the own week. */
export function WeekFields({ day, of, subject }: Props) {
  const { filters, own } = useDepartmentFilters()
  const { departmentId } = filters
  const roles = useRoles()
  const oversees = can(roles, 'attendance:oversee')
  const posted = useQuery(postedQuery(day, departmentId))
  const teachers = useQuery(teachersQuery(oversees ? departmentId : undefined))
  const choose = (changes: Partial<WeekOf> & { department_id?: number | undefined }) =>
    filters.set({ group_id: undefined, staff_id: undefined, ward: undefined, ...changes })
  /** Says what stands there without a choice, which is the own week where nothing else is chosen. */
  const blankOf = (name: keyof WeekOf, chosenElsewhere: string) =>
    hasOwnWeek(roles) && (of[name] !== undefined || isOwnWeek(of)) ? 'My own week' : chosenElsewhere
  const known = entryOfChosen(of, subject)
  const offered = teachers.data ?? []
  const missing = known && of.staff_id === known.id && !offered.some(({ id }) => id === known.id) ? [known] : []
  const choosesDepartment = !own.loading && own.locked === undefined
  return (
    <SimpleGrid cols={{ base: 2, sm: 2 + Number(oversees) + Number(choosesDepartment) }} spacing="xs">
      {choosesDepartment && (
        <DepartmentPicker value={departmentId} onChange={(department_id) => choose({ department_id })} />
      )}
      <GroupPicker
        departmentId={departmentId}
        blank={blankOf('group_id', 'No group')}
        known={of.group_id === undefined ? undefined : known}
        value={of.group_id}
        onChange={(group_id) => choose({ group_id })}
      />
      {oversees && (
        <SelectField
          label="Teacher"
          blank={departmentId === undefined ? 'Choose a department first' : blankOf('staff_id', 'No teacher')}
          options={recordOptions([...offered, ...missing])}
          disabled={departmentId === undefined}
          source={teachers}
          value={String(of.staff_id ?? '')}
          onChange={(event) => choose({ staff_id: Number(event.currentTarget.value) || undefined })}
        />
      )}
      <SelectField
        label="Ward"
        blank={blankOf('ward', 'No ward')}
        options={wardsOf(posted.data ?? [], of.ward).map((ward) => ({ value: ward, label: ward }))}
        source={posted}
        value={of.ward ?? ''}
        onChange={(event) => choose({ ward: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
