import type { RoleName } from '../../../shared/permissions.ts'
import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields } from './adding.ts'
import { collegeMakers } from './college.ts'

export function staffMakers(db: Db) {
  const { user, giveRole } = accountMakers(db)
  const { designation } = collegeMakers(db)

  const staff = async (userId: number, departmentId: number, fields: Fields<'staff'> = {}) =>
    add(db, 'staff', {
      user_id: userId,
      department_id: departmentId,
      designation_id: fields.designation_id ?? (await designation()),
      ...fields,
    })

  /** A person with this role; staff of `departmentId` when given. */
  const person = async (role: RoleName | 'no-role', departmentId?: number) => {
    const userId = await user()
    if (role !== 'no-role') await giveRole(userId, role)
    if (departmentId !== undefined) await staff(userId, departmentId)
    return userId
  }

  return { staff, person }
}
