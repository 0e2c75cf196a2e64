import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import type { Body } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { found, invalid } from '../../core/errors.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import type { Db, Tx } from '../../db/types.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { lockAssessmentIfThere, lockAssessments, readAssessment } from './reads.ts'
import { listResults, type ResultFilter, readResult } from './results.reads.ts'
import { createResult, deleteResult, type HeldResult, submitResults, updateResult } from './results.writes.ts'
import { placedRows } from './rules.ts'

type ResultsBody = Body<typeof assessmentResults.create>

const NO_ASSESSMENT = 'Assessment does not exist'

/**
 * Writes one result or many, with the assessments locked, so that their totals and other results stay as they are
 * meanwhile.
 */
async function submit(tx: Tx, caller: Caller, body: ResultsBody) {
  if (body.submission_type === 'single') {
    const assessment = await lockAssessmentIfThere(tx, caller, body.assessment_id)
    if (!assessment) throw invalid({ assessment_id: [NO_ASSESSMENT] })
    return createResult(tx, caller, assessment, body)
  }
  const { submission_type } = body
  const rows = placedRows(body)
  const assessments = await lockAssessments(tx, caller, [...new Set(rows.map((row) => row.assessment_id))])
  const known = new Set(assessments.map(({ id }) => id))
  const unknown = rows.filter((row) => !known.has(row.assessment_id))
  if (unknown.length > 0)
    throw invalid(
      submission_type === 'assessment'
        ? { assessment_id: [NO_ASSESSMENT] }
        : Object.fromEntries(unknown.map(({ at }) => [`${at}.assessment_id`, [NO_ASSESSMENT]])),
    )
  return submitResults(tx, caller, assessments, { submission_type, rows })
}

/** The result, read again once its assessment is held, and that. */
async function lockResult(tx: Tx, caller: Caller, id: number): Promise<HeldResult> {
  const { assessment_id } = await readResult(tx, caller, id)
  const assessment = found('Assessment result', await lockAssessmentIfThere(tx, caller, assessment_id))
  return { assessment, result: await readResult(tx, caller, id) }
}

type OfGroup = ResultFilter & { group_id: number }

const listOfGroup = async (db: Db, caller: Caller, filter: OfGroup, page: Paging) =>
  orNotFound(await listResults(db, caller, filter, page), () => readGroup(db, caller, filter.group_id))

export const resultRoutes = routes(assessmentResults, {
  list: ({ db, caller, query, page }) => listResults(db, caller, query, page),
  listByAssessment: async ({ db, caller, params, query, page }) => {
    const listed = await listResults(db, caller, { ...query, ...params }, page)
    return orNotFound(listed, () => readAssessment(db, caller, params.assessment_id))
  },
  listByStudentAndGroup: async ({ db, caller, params, query, page }) => {
    const listed = await listOfGroup(db, caller, { ...query, ...params }, page)
    return orNotFound(listed, () => readStudent(db, caller, params.student_id))
  },
  listByGroup: ({ db, caller, params, query, page }) => listOfGroup(db, caller, { ...query, ...params }, page),
  read: async ({ db, caller, params }) => ({
    data: await readResult(db, caller, params.id),
  }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => submit(tx, caller, body)) }),
  update: changing(lockResult, updateResult),
  remove: deleting(lockResult, deleteResult, 'Assessment result deleted successfully'),
})
