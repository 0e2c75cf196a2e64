import { eligibility, type eligibilityFiles } from '../../../shared/contract/eligibility.ts'
import { eligibilityExemptions, eligibilityRules } from '../../../shared/contract/eligibility-rules.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { found, notFound } from '../../core/errors.ts'
import { pageOf } from '../../core/paging.ts'
import { showsDepartment, studentOf } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { deleting } from '../../http/records.ts'
import { type Call, type Routes, routes } from '../../http/routes.ts'
import { readBatch } from '../batches/reads.ts'
import { readOwnDepartment } from '../departments/reads.ts'
import { refuseBefore } from './begun.reads.ts'
import { lockExemption } from './exemptions.reads.ts'
import { exempt, withdraw } from './exemptions.writes.ts'
import { fileRoutes } from './files.routes.ts'
import { frozenRoutes } from './lists.routes.ts'
import { formerDay, judgedFor } from './place.ts'
import { listRuleSets, lockRuleSet, readBase, readRuleSet } from './rule-sets.reads.ts'
import { createRuleSet, deleteRuleSet, updateRuleSet } from './rule-sets.writes.ts'
import { countVerdicts, listedOf } from './rules.ts'
import { readEligibility } from './standings.reads.ts'

type Filter = Partial<Query<typeof eligibilityFiles.exportList>>

const minimumOf = ({ settings }: Call<typeof eligibility.list>['services']) => settings.ATTENDANCE_MINIMUM

/** @throws 404 for a department that the caller is not shown, and for a batch or department that is not there */
async function refuseMissing(db: Db, caller: Caller, { batch_id, department_id }: Filter, isEmpty: boolean) {
  if (department_id !== undefined && !showsDepartment(caller, department_id)) throw notFound('Department')
  if (!isEmpty) return
  if (batch_id !== undefined) await readBatch(db, caller, batch_id)
  if (department_id !== undefined) await readOwnDepartment(db, caller, department_id)
}

type OfList = Pick<Call<typeof eligibilityFiles.exportList>, 'db' | 'caller' | 'query' | 'services'>

/** Returns all students of a list, of every verdict. @throws 404 for a batch or department that is not there, 422 for a day before it began */
async function judgedRows({ db, caller, query, services }: OfList) {
  const of = judgedFor(caller, query)
  await refuseBefore(db, caller, of)
  const rows = await readEligibility(db, caller, of, minimumOf(services))
  await refuseMissing(db, caller, query, rows.length === 0)
  return rows
}

/** @throws 404 for nobody, and for a student who is not active or in no batch; 422 for a day before the batch began */
async function judgedStudent(
  db: Db,
  caller: Caller,
  { id, day }: { id: number | undefined; day?: string | null | undefined },
  minimum: number,
) {
  const of = { student_id: id, day: formerDay(caller, day) }
  const rows = id === undefined ? [] : await readEligibility(db, caller, of, minimum)
  const row = found('Student', rows[0])
  await refuseBefore(db, caller, { batch_id: row.batch.id, day: of.day })
  return row
}

const judgedRoutes = routes(eligibility, {
  list: async (call) => {
    return pageOf(listedOf(await judgedRows(call), call.query), call.page)
  },
  counts: async (call) => ({ data: countVerdicts(await judgedRows(call)) }),
  ofStudent: async ({ db, caller, params, query, services }) => ({
    data: await judgedStudent(db, caller, { id: params.id, day: query.day }, minimumOf(services)),
  }),
  own: async ({ db, caller, services }) => ({
    data: await judgedStudent(db, caller, { id: studentOf(caller)?.id }, minimumOf(services)),
  }),
})

const ruleRoutes = routes(eligibilityRules, {
  list: ({ db, caller, query, page }) => listRuleSets(db, caller, query, page),
  inForce: async ({ db, services }) => {
    const { id, batch, department, attendance, logbook, assessments, tasks } = await readBase(
      db,
      null,
      minimumOf(services),
    )
    return { data: { rule: { id, batch, department }, attendance, logbook, assessments, tasks } }
  },
  read: async ({ db, caller, params }) => ({ data: await readRuleSet(db, caller, params.id) }),
  create: async ({ write, caller, body, services }) => ({
    data: await write((tx) => createRuleSet(tx, caller, body, minimumOf(services))),
  }),
  update: async ({ write, caller, params, body, services }) => ({
    data: await write(async (tx) =>
      updateRuleSet(tx, caller, await lockRuleSet(tx, caller, params.id), body, minimumOf(services)),
    ),
  }),
  remove: deleting(lockRuleSet, deleteRuleSet, 'Rule set deleted successfully'),
})

const exemptionRoutes = routes(eligibilityExemptions, {
  exempt: async ({ write, caller, body }) => ({ data: await write((tx) => exempt(tx, caller, body)) }),
  withdraw: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => withdraw(tx, caller, await lockExemption(tx, caller, params.id), body)),
  }),
})

export const eligibilityRoutes: Routes = (app, services) => {
  for (const add of [judgedRoutes, ruleRoutes, exemptionRoutes, fileRoutes, frozenRoutes]) add(app, services)
}
