import { useQuery } from '@tanstack/react-query'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { ownStaffQuery } from './api.ts'

interface OwnDepartment {
  /** The academic department that filters and forms are fixed to. */
  locked: { id: number; name: string } | undefined
  /** Not known yet. */
  loading: boolean
  error: Error | null
  retry: () => void
}

/** Staff of an academic department work in that one only. */
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
