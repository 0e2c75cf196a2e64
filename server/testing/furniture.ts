import type { RoleName } from '../../shared/permissions.ts'
import type { Db } from '../db/types.ts'
import { makers } from './make.ts'

/** Ids of what stands in a furnished college. */
export interface Furniture {
  medicine: number
  surgery: number
  /** The batch in its third year. */
  batch: number
  /** Groups of the batch: two in Medicine, one in Surgery. */
  wards: number
  clinic: number
  theatre: number
  roleIds: Record<RoleName, number>
  /** Accounts; `hod` and `faculty` are staff of Medicine, `surgeon` heads Surgery, the others have no department. */
  people: Record<Person, number>
}
export type Person = 'admin' | 'principal' | 'affairs' | 'hod' | 'faculty' | 'surgeon'

/** Puts a small college into a migrated database. Its names are none that `make` gives. */
export async function furnish(db: Db): Promise<Furniture> {
  const make = makers(db)
  const medicine = await make.department({ name: 'Medicine' })
  const surgery = await make.department({ name: 'Surgery' })
  const batch = await make.batch({ name: 'Batch 2023' })
  const designation_id = await make.designation({ name: 'Teacher' })
  const person = async (name: string, role: RoleName, departmentId?: number) => {
    const id = await make.user({ name, email: `${name.toLowerCase()}@furnished.test` })
    await make.giveRole(id, role)
    if (departmentId !== undefined) await make.staff(id, departmentId, { designation_id })
    return id
  }
  const roles = await db.selectFrom('roles').select(['name', 'id']).execute()
  return {
    medicine,
    surgery,
    batch,
    wards: await make.group(batch, medicine, { name: 'Wards' }),
    clinic: await make.group(batch, medicine, { name: 'Clinic' }),
    theatre: await make.group(batch, surgery, { name: 'Theatre' }),
    roleIds: Object.fromEntries(roles.map(({ name, id }) => [name, id])) as Record<RoleName, number>,
    people: {
      admin: await person('Admin', 'admin'),
      principal: await person('Principal', 'principal'),
      affairs: await person('Affairs', 'student-affair'),
      hod: await person('Head', 'hod', medicine),
      faculty: await person('Teacher', 'faculty', medicine),
      surgeon: await person('Surgeon', 'hod', surgery),
    },
  }
}
