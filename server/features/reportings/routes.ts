import { reportings } from '../../../shared/contract/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseStale } from '../../core/errors.ts'
import { orNotFound } from '../../core/paging.ts'
import type { Tx } from '../../db/types.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { holdStaff } from '../staff/reads.ts'
import { readStudent } from '../students/reads.ts'
import { listAssignees } from './assignees.reads.ts'
import { readChange } from './commands.rules.ts'
import { entryRoutes } from './entries.routes.ts'
import { mailAssignees } from './mailing.ts'
import { listOfStudent, listWithdrawn } from './others.reads.ts'
import { tellReadings } from './readings.writes.ts'
import { countWaiting, listReportings, lockReporting, readReporting } from './reads.ts'
import { asTold, type ReportingChange, type ReportingRecord } from './rules.ts'
import { createReporting, updateReporting, withdrawReporting } from './writes.ts'

type NewAssignees = Pick<ReportingChange, 'assigned_to' | 'escalated_to'>

/** Locks the case after those to whom it may be given, so that they stay who they are until this is committed. */
async function lockFor(tx: Tx, caller: Caller, id: number, { assigned_to, escalated_to }: NewAssignees = {}) {
  const named = [assigned_to, escalated_to].filter((one) => one !== undefined && one !== null)
  for (const staffId of named.toSorted((a, b) => a - b)) await holdStaff(tx, staffId)
  return lockReporting(tx, caller, id)
}

/** Locks a case, and changes it as the wire asks for. */
async function changeReporting(tx: Tx, caller: Caller, id: number, change: ReportingChange) {
  const reporting = await lockFor(tx, caller, id, change)
  refuseStale(reporting, change)
  return updateReporting(tx, caller, reporting, readChange(caller, reporting, change))
}

const reportingOwnRoutes: Routes = (app, services) => {
  const responseDays = services.settings.CASE_RESPONSE_DAYS
  const told = (record: ReportingRecord) => asTold(record, responseDays)

  routes(reportings, {
    list: async (call) => {
      const { data, meta } = await listReportings(call.db, call.caller, { ...call.query, responseDays }, call.page)
      await tellReadings(call, data, { action: 'list' })
      return { data: data.map(told), meta }
    },

    waiting: async ({ db, caller }) => ({
      data: await countWaiting(db, caller, responseDays),
    }),

    assignees: ({ db, caller, query, page }) => listAssignees(db, caller, query, page),

    withdrawn: async (call) => {
      const listed = await listWithdrawn(call.db, call.page)
      await tellReadings(call, listed.data, { action: 'list' })
      return listed
    },

    ofStudent: async ({ db, caller, params, page }) =>
      orNotFound(await listOfStudent(db, params.student_id, page), () => readStudent(db, caller, params.student_id)),

    read: async (call) => {
      const reporting = await readReporting(call.db, call.caller, call.params.id)
      await tellReadings(call, [reporting])
      return { data: told(reporting) }
    },

    create: async ({ write, caller, body }) => {
      const created = await write(async (tx) => {
        const record = await createReporting(tx, caller, body)
        await mailAssignees(tx, services, record.id)
        return record
      })
      services.jobs.hurry()
      return { data: told(created) }
    },

    update: async ({ write, caller, params, body }) => {
      const updated = await write(async (tx) => {
        const record = await changeReporting(tx, caller, params.id, body)
        await mailAssignees(tx, services, record.id)
        return record
      })
      services.jobs.hurry()
      return { data: told(updated) }
    },

    remove: async ({ write, caller, params }) => {
      await write(async (tx) => withdrawReporting(tx, caller, await lockFor(tx, caller, params.id)))
      return { message: 'Report deleted successfully' }
    },

    respond: async ({ write, caller, params, body: { response, updated_at } }) => ({
      data: told(
        await write((tx) =>
          changeReporting(tx, caller, params.id, { status: 'under_review', initial_response: response, updated_at }),
        ),
      ),
    }),
  })(app, services)
}

export const reportingRoutes: Routes = (app, services) => {
  reportingOwnRoutes(app, services)
  entryRoutes(app, services)
}
