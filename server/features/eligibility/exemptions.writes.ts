import type { ExemptionInput } from '../../../shared/contract/eligibility-rules.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, conflict, invalid } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { departmentProblem } from '../departments/reads.ts'
import { findStudent } from '../students/reads.ts'
import { type ExemptionRecord, readExemption } from './exemptions.reads.ts'

const trail = trailOf(
  'eligibility_exemption',
  ['student_id', 'condition', 'department', 'reason'],
  ({ department, ...rest }: ExemptionRecord) => ({ ...rest, department: department?.name ?? null }),
)

const refusals = {
  eligibility_exemptions_student_id_fkey: invalid({ student_id: ['Student does not exist'] }),
  eligibility_exemptions_department_id_fkey: invalid({ department_id: ['Department does not exist'] }),
  eligibility_exemptions_standing: invalid({ condition: ['The student is exempted from this already'] }),
}

/** @throws 422 for what the student is exempted from already, and for a student who is not active: nobody judges one */
export async function exempt(tx: Tx, caller: Caller, input: ExemptionInput): Promise<ExemptionRecord> {
  const student = await findStudent(tx, caller, input.student_id)
  if (!student) throw invalid({ student_id: ['Student does not exist'] })
  if (student.status !== 'active') throw invalid({ student_id: ['Student is not active'] })
  const departmentId = input.department_id ?? null
  const problem = departmentId !== null && (await departmentProblem(tx, caller, departmentId, 'exemptions'))
  if (problem) throw invalid({ department_id: [problem] })
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('eligibility_exemptions')
      .values({ ...input, granted_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const exemption = await readExemption(tx, caller, id)
  await trail.created(tx, caller, exemption)
  return exemption
}

/** @throws 409 for an exemption that was withdrawn before */
export async function withdraw(
  tx: Tx,
  caller: Caller,
  exemption: ExemptionRecord,
  { reason }: { reason: string },
): Promise<ExemptionRecord> {
  if (exemption.withdrawn_at !== null) throw conflict('This exemption has been withdrawn already.')
  await tx
    .updateTable('eligibility_exemptions')
    .set({ withdrawn_at: new Date(), withdrawn_by: caller.id, withdrawn_reason: reason })
    .where('id', '=', exemption.id)
    .execute()
  await trail.changed(tx, caller, exemption, exemption, {
    action: 'withdraw',
    more: { withdrawn_reason: [null, reason] },
  })
  return readExemption(tx, caller, exemption.id)
}
