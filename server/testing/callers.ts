import { type Caller, callerOf } from '../core/caller.ts'

/** Somebody with this role, for a test that asks a read or a writer itself. The student is the one with the id 7. */
export const callerAs = (role: string, departmentId?: number, id = 1): Caller =>
  callerOf(
    {
      id,
      name: 'x',
      email: 'x',
      signInName: 'x',
      mustChangePassword: false,
      hasSecondFactor: false,
      isByProvider: false,
      roles: [role],
      staff: departmentId === undefined ? null : { id: 1, departmentId, departmentType: 'academic' },
      student: role === 'student' ? { id: 7, batchId: 1 } : null,
    },
    'Asia/Karachi',
  )
