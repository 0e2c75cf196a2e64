import { useQuery } from '@tanstack/react-query'
import type { Staff } from '../../shared/contract/staff.ts'
import { can } from '../../shared/permissions.ts'
import type { Address } from '../core/address.ts'
import { useRoles } from '../core/login.ts'
import { answerOf } from '../core/needs.ts'
import { academicDepartmentsQuery, ownStaffQuery } from '../core/start.ts'
import { useFilters } from '../core/url-state.ts'

interface OwnDepartment {
  /** The academic department to which filters and forms are bound. */
  locked: { id: number; name: string } | undefined
  /** True until it is known. */
  loading: boolean
  error: Error | null
  retry: () => void
}

/** Returns the academic department to which a person's work is limited. */
export const lockedOf = (own: Pick<Staff, 'department'> | null | undefined) =>
  own?.department.type === 'academic' ? own.department : undefined

export function useOwnDepartment(): OwnDepartment {
  const isStaff = can(useRoles(), 'staff:read-own')
  const { data, isLoading, error, refetch } = useQuery({ ...ownStaffQuery, enabled: isStaff })
  return { locked: lockedOf(data), loading: isLoading, error, retry: refetch }
}

/** Puts the own department in the place of the chosen one. */
function fixed<At extends Address>(address: At, locked: { id: number } | undefined): At {
  return locked ? { ...address, departmentId: locked.id, isFixed: true } : address
}

/** Reads the address of a list that is filtered by department; it has none until the own one is known. */
export function useOwnFilters() {
  const chosen = useFilters()
  const own = useOwnDepartment()
  return { own, filters: own.loading ? { ...chosen, departmentId: undefined } : fixed(chosen, own.locked) }
}

/** Reads the same address, and the name of its department. */
export function useDepartmentFilters() {
  const { own, filters } = useOwnFilters()
  const departments = useQuery(academicDepartmentsQuery)
  return { own, filters, department: own.locked ?? departments.data?.find(({ id }) => id === filters.departmentId) }
}

/** Returns the same address for early calls, once the own department is known. */
export const ofOwnDepartment = async (address: Address): Promise<Address> =>
  address.can('staff:read-own') ? fixed(address, lockedOf(await answerOf(ownStaffQuery))) : address
