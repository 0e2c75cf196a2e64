import { type Exemption, Exemption as Shape } from '../../../shared/contract/eligibility-rules.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

function kept(db: Db, caller: Caller) {
  return db.selectFrom('eligibility_exemptions').where(within(caller, { department: all }))
}

const withDetails = (rows: ReturnType<typeof kept>) =>
  rows
    .innerJoin('users', 'users.id', 'eligibility_exemptions.granted_by')
    .leftJoin('departments', 'departments.id', 'eligibility_exemptions.department_id')
    .select([
      ...columnsOf('eligibility_exemptions', Shape, 'department', 'granted_by'),
      'eligibility_exemptions.granted_by as granter_id',
      'eligibility_exemptions.withdrawn_at',
      'users.name as granter_name',
      'departments.id as department_id',
      'departments.name as department_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

export interface ExemptionRecord extends Exemption {
  withdrawn_at: string | null
}

const withRefs = ({ granter_id, granter_name, department_id, department_name, ...row }: Row): ExemptionRecord => ({
  ...row,
  department: department_id === null || department_name === null ? null : { id: department_id, name: department_name },
  granted_by: { id: granter_id, name: granter_name },
})

/** Exemptions; the withdrawn ones too. */
export const { read: readExemption, lock: lockExemption } = listing({
  table: 'eligibility_exemptions',
  noun: 'Exemption',
  kept,
  details: withDetails,
  order: (query) => query.orderBy('eligibility_exemptions.id', 'desc'),
  row: withRefs,
})

/** Every exemption of a student, the withdrawn ones too, for the personal data. */
export const exemptionsOf = async (db: Db, studentId: number) =>
  db
    .selectFrom('eligibility_exemptions')
    .leftJoin('departments', 'departments.id', 'eligibility_exemptions.department_id')
    .select([
      'eligibility_exemptions.condition',
      'departments.name as department',
      'eligibility_exemptions.reason',
      'eligibility_exemptions.granted_at',
      'eligibility_exemptions.withdrawn_reason',
      'eligibility_exemptions.withdrawn_at',
    ])
    .where('eligibility_exemptions.student_id', '=', studentId)
    .orderBy('eligibility_exemptions.id')
    .execute()
