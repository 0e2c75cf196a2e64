import type { RoleName } from '../../../shared/permissions.ts'
import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

/** A stand-in for a hash: nobody signs in with it. */
const NO_PASSWORD = 'none'

export const accountMakers = (db: Db) => ({
  user: (fields: Fields<'users'> = {}) => {
    const n = next()
    return add(db, 'users', {
      name: `Person ${n}`,
      email: `person${n}@college.test`,
      password_hash: NO_PASSWORD,
      must_change_password: false,
      ...fields,
    })
  },

  giveRole: async (userId: number, role: RoleName) => {
    const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: userId, role_id: id }).execute()
  },
})
