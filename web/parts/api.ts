import { queryOptions } from '@tanstack/react-query'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { students } from '../../shared/contract/students.ts'
import { PER_PAGE_MAX } from '../../shared/limits.ts'
import { ApiError } from '../core/api-error.ts'
import { call } from '../core/call.ts'
import { everyPage } from '../core/every-page.ts'

/** Choices change rarely; a few minutes old is new enough for a picker. */
const staleTime = 5 * 60_000

export const academicDepartmentsQuery = queryOptions({
  queryKey: ['departments', 'academic'],
  queryFn: ({ signal }) => call(departments.list, { query: { type: 'academic', per_page: PER_PAGE_MAX }, signal }),
  select: ({ data }) => data,
  staleTime,
})

export const batchChoicesQuery = queryOptions({
  queryKey: ['batches', 'choices'],
  queryFn: ({ signal }) => everyPage((query) => call(batches.list, { query, signal })),
  staleTime,
})

export const activeGroupsQuery = (departmentId: number) =>
  queryOptions({
    queryKey: ['groups', 'active', departmentId],
    queryFn: ({ signal }) =>
      call(groups.list, {
        query: { department_id: departmentId, status: 'active', per_page: PER_PAGE_MAX },
        signal,
      }),
    select: ({ data }) => data,
    staleTime,
  })

/** The students of a batch by roll number; with a department those of its groups. */
export const studentChoicesQuery = (batchId: number, departmentId: number | undefined) =>
  queryOptions({
    queryKey: ['students', 'choices', batchId, departmentId],
    queryFn: ({ signal }) =>
      everyPage((query) =>
        call(students.list, { query: { ...query, batch_id: batchId, department_id: departmentId }, signal }),
      ),
    staleTime,
  })

/** The own staff record, or null for those who have none. */
export const ownStaffQuery = queryOptions({
  queryKey: ['staff', 'own'],
  queryFn: async ({ signal }) => {
    try {
      return (await call(staff.currentUser, { signal })).data
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  staleTime,
})
