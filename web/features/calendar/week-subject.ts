import { useQuery } from '@tanstack/react-query'
import { activeGroupsQuery } from '../../parts/api.ts'
import { useOwnFilters } from '../../parts/own-department.ts'
import { groupQuery, teacherQuery, teachersQuery } from './timetable.api.ts'
import { groupName, type Subject, subjectOf, type Week, type WeekOf } from './timetable.rules.ts'

/**
 * Names the group, the teacher or the ward of a week. A group or a teacher that neither the department's lists nor the
 * week have, as one without a session in it, is read by itself.
 */
export function useSubject(of: WeekOf, week: Week | undefined, isNobody: boolean): Subject {
  const { departmentId } = useOwnFilters().filters
  const groups = useQuery(activeGroupsQuery(of.group_id === undefined ? undefined : departmentId))
  const staff = useQuery(teachersQuery(of.staff_id === undefined ? undefined : departmentId))
  const listed = subjectOf(of, { groups: groups.data, staff: staff.data, week, isNobody })
  const isUnnamed = listed.name === undefined && week !== undefined && !groups.isLoading && !staff.isLoading
  const group = useQuery(groupQuery(isUnnamed ? of.group_id : undefined))
  const teacher = useQuery(teacherQuery(isUnnamed ? of.staff_id : undefined))
  const name = group.data ? groupName(group.data) : teacher.data?.name
  if (name !== undefined && isUnnamed) return { name, missing: undefined }
  return group.isLoading || teacher.isLoading ? { name: undefined, missing: undefined } : listed
}
