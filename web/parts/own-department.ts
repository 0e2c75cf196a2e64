import { useQuery } from '@tanstack/react-query'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { academicDepartmentsQuery, ownStaffQuery } from '../core/start.ts'

interface OwnDepartment {
  /** The academic department to which filters and forms are bound. */
  locked: { id: number; name: string } | undefined
  /** True until it is known. */
  loading: boolean
  error: Error | null
  retry: () => void
}

/** Returns the academic department to which the person's work is limited. */
export function useOwnDepartment(): OwnDepartment {
  const isStaff = can(useRoles(), 'staff:read-own')
  const { data, isLoading, error, refetch } = useQuery({ ...ownStaffQuery, enabled: isStaff })
  const department = data?.department
  return {
    locked: department?.type === 'academic' ? department : undefined,
    loading: isLoading,
    error,
    retry: refetch,
  }
}

/** Returns the department that filters a list: the own one for its staff, else the one in the address. */
export function useDepartmentFilter(filters: { id: (name: string) => number | undefined }) {
  const own = useOwnDepartment()
  const departments = useQuery(academicDepartmentsQuery)
  const departmentId = own.locked?.id ?? (own.loading ? undefined : filters.id('department_id'))
  return { own, departmentId, department: own.locked ?? departments.data?.find(({ id }) => id === departmentId) }
}
