import { YEARS } from '../../shared/limits.ts'
import type { Db } from '../db/types.ts'
import { firstYearIntake } from './days.ts'
import { insertForIds } from './insert.ts'

export const ACADEMIC = [
  'Medicine',
  'Surgery',
  'Paediatrics',
  'Gynaecology & Obstetrics',
  'ENT',
  'Ophthalmology',
  'Psychiatry',
  'Community Medicine',
] as const
export const DEPARTMENTS = [...ACADEMIC, 'Administration & Examination', 'Student Affairs', 'Library'] as const
export type AcademicName = (typeof ACADEMIC)[number]
export type DepartmentName = (typeof DEPARTMENTS)[number]

export const DESIGNATIONS = [
  'Principal',
  'Professor',
  'Associate Professor',
  'Assistant Professor',
  'Senior Registrar',
  'Medical Officer',
  'Demonstrator',
  'Administrator',
  'Office Superintendent',
  'Student Affairs Officer',
  'Librarian',
  'Clerk',
] as const
export type Designation = (typeof DESIGNATIONS)[number]

export interface Batch {
  id: number
  name: string
  year: (typeof YEARS)[number]
  /** The calendar year of admission. */
  intake: number
}

/** The records that everything else of the demo refers to. */
export interface College {
  today: string
  passwordHash: string
  roles: Record<string, number>
  departments: Record<DepartmentName, number>
  designations: Record<Designation, number>
  /** From the fifth year to the first. */
  batches: Batch[]
}

const byName = <N extends string>(names: readonly N[], ids: number[]) =>
  Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Record<N, number>

export async function fillCollege(tx: Db, today: string, passwordHash: string): Promise<College> {
  const intake = firstYearIntake(today)
  const founded = new Date(`${intake - 6}-09-01T05:00:00Z`)
  const departmentIds = await insertForIds(
    tx,
    'departments',
    DEPARTMENTS.map((name, index) => ({
      name,
      type: index < ACADEMIC.length ? ('academic' as const) : ('non-academic' as const),
      created_at: founded,
      updated_at: founded,
    })),
  )
  const designationIds = await insertForIds(
    tx,
    'designations',
    DESIGNATIONS.map((name) => ({ name })),
  )
  const batches = YEARS.map((year, index) => ({
    name: `MBBS ${intake - index}`,
    year,
    intake: intake - index,
  })).reverse()
  const batchIds = await insertForIds(
    tx,
    'batches',
    batches.map((batch) => {
      const opened = new Date(`${batch.intake}-01-15T05:00:00Z`)
      return {
        name: batch.name,
        current_year: batch.year,
        description: `Admitted in February ${batch.intake}, graduates in ${batch.intake + 5}`,
        created_at: opened,
        updated_at: opened,
      }
    }),
  )
  const roles = await tx.selectFrom('roles').select(['id', 'name']).execute()
  return {
    today,
    passwordHash,
    roles: Object.fromEntries(roles.map((role) => [role.name, role.id])),
    departments: byName(DEPARTMENTS, departmentIds),
    designations: byName(DESIGNATIONS, designationIds),
    batches: batches.map((batch, index) => ({ ...batch, id: batchIds[index] as number })),
  }
}
