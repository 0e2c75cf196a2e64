import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ReportingInput } from '../../../shared/contract/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf } from '../../core/scope.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { holdStaff } from '../staff/reads.ts'
import { noteAssignee, placeReporting } from './assignment.writes.ts'
import { refuseManyOpen, refuseRestless } from './bounds.reads.ts'
import { NOW, prepareAction, prepareEdit, type Step } from './changes.writes.ts'
import { ofStudent, type ReportCommand, type ReportFields } from './commands.rules.ts'
import { addEntry } from './entries.writes.ts'
import { endVainWaits, handOverCases } from './handover.writes.ts'
import { leaveReadings } from './readings.writes.ts'
import { readReporting } from './reads.ts'
import { type ReportingRecord, refuseReportAction } from './rules.ts'
import { tellTurn } from './turns.writes.ts'

/** Names in the place of ids. */
const trail = trailOf(
  'reporting',
  [
    'case_number',
    'title',
    'description',
    'student',
    'assignee',
    'category',
    'severity',
    'priority',
    'status',
    'current_level',
    'requires_immediate_attention',
    'is_confidential',
    'internal_notes',
    'initial_response',
    'escalated_to',
    'escalation_reason',
    'resolution_notes',
  ],
  (reporting: ReportingRecord) => ({
    ...reporting,
    student: reporting.student.name,
    assignee: reporting.assignee.name,
    escalated_to: reporting.escalation_target?.name ?? null,
  }),
)

/**
 * The next number of the college's year. Its row is locked until the transaction ends, which gives the number back when
 * it fails: none is given twice, and none is left out.
 */
async function nextNumber(tx: Tx, zone: string): Promise<string> {
  const { year, last } = await tx
    .insertInto('reporting_numbers')
    .values({ year: sql<number>`extract(year from now() at time zone ${zone})::int`, last: 1 })
    .onConflict((taken) => taken.column('year').doUpdateSet({ last: sql<number>`reporting_numbers.last + 1` }))
    .returning(['year', 'last'])
    .executeTakeFirstOrThrow()
  return `CASE-${year}-${String(last).padStart(5, '0')}`
}

type Input = z.output<typeof ReportingInput>

export async function createReporting(tx: Tx, caller: Caller, input: Input): Promise<ReportingRecord> {
  await refuseManyOpen(tx, caller)
  // In its place in the order of locks, so that who is made assignee is one still when this is committed.
  await holdStaff(tx, input.assigned_to)
  const current_level = await placeReporting(tx, caller, input, true)
  // As late as may be: other filings wait from here on.
  const case_number = await nextNumber(tx, caller.zone)
  const { id } = await tx
    .insertInto('reportings')
    .values({
      ...(studentOf(caller) ? ofStudent(input) : input),
      student_id: input.student_id,
      case_number,
      current_level,
      reported_by: caller.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteAssignee(tx, id, input.assigned_to)
  await addEntry(tx, caller, id, { kind: 'created' })
  await addEntry(tx, caller, id, { kind: 'assigned', staff_id: input.assigned_to, level: current_level })
  const reporting = await readReporting(tx, caller, id)
  await trail.created(tx, caller, reporting)
  await tellTurn(tx, caller, id)
  return reporting
}

async function store(
  tx: Tx,
  caller: Caller,
  reporting: ReportingRecord,
  steps: Step[],
  action?: string,
): Promise<ReportingRecord> {
  const entries = steps.flatMap((step) => step.entries)
  await refuseRestless(
    tx,
    reporting.id,
    entries.map(({ kind }) => kind),
  )
  const values: Step['values'] = Object.assign({}, ...steps.map((step) => step.values))
  await tx
    .updateTable('reportings')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', reporting.id)
    .execute()
  for (const entry of entries) await addEntry(tx, caller, reporting.id, entry)
  // The former assignee may have left since it was resolved.
  if (action === 'reopen') await handOverCases(tx, caller, reporting.assigned_to)
  // The people who would have to reply may have left.
  if (action === 'await') await endVainWaits(tx, caller, { reportingId: reporting.id })
  const updated = await readReporting(tx, caller, reporting.id)
  await trail.changed(tx, caller, reporting, updated, { action })
  if (updated.turn_since !== reporting.turn_since) await tellTurn(tx, caller, reporting.id)
  return updated
}

/** Edits a case, or acts on it, or both: all of it or nothing. */
export async function updateReporting(
  tx: Tx,
  caller: Caller,
  reporting: ReportingRecord,
  { fields, command }: { fields: ReportFields; command: ReportCommand | undefined },
): Promise<ReportingRecord> {
  const steps: Step[] = []
  if (Object.keys(fields).length > 0) steps.push(await prepareEdit(tx, caller, reporting, fields))
  if (command) steps.push(await prepareAction(tx, reporting, command, fields.student_id ?? reporting.student_id))
  if (steps.length > 0) return store(tx, caller, reporting, steps, command?.kind)
  // An update without changes still counts as a reading of the case.
  await leaveReadings(tx, caller, [reporting])
  return reporting
}

/** Withdraws a case from every list but the administrators'; its number and its file stay. */
export async function withdrawReporting(tx: Tx, caller: Caller, reporting: ReportingRecord): Promise<void> {
  refuseReportAction('withdraw', reporting)
  await tx
    .updateTable('reportings')
    .set({ withdrawn_at: NOW, withdrawn_by: caller.id, updated_at: new Date() })
    .where('id', '=', reporting.id)
    .execute()
  await addEntry(tx, caller, reporting.id, { kind: 'withdrawn' })
  await trail.deleted(tx, caller, reporting)
}
