import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { SurveyAction } from '../../../shared/policies/feedback.ts'
import { orNotFound } from '../../core/paging.ts'
import { changing, deleting } from '../../http/records.ts'
import { type Call, type Routes, routes } from '../../http/routes.ts'
import { readBatch } from '../batches/reads.ts'
import { readDepartment } from '../departments/reads.ts'
import { readGroup } from '../groups/reads.ts'
import { followUpRoutes } from './follow-up.routes.ts'
import { withQuestions } from './questions.reads.ts'
import { questionRoutes } from './questions.routes.ts'
import { listSurveys, lockSurvey, readSurvey } from './reads.ts'
import { createSurvey, deleteSurvey, duplicateSurvey, moveSurvey, updateSurvey } from './writes.ts'

const moving =
  (action: SurveyAction) =>
  async ({ write, caller, params: { id } }: Call<typeof feedbackSurveys.close>) => ({
    data: await write(async (tx) => moveSurvey(tx, caller, await lockSurvey(tx, caller, id), action)),
  })

const surveyOwnRoutes = routes(feedbackSurveys, {
  list: ({ db, caller, query, page }) => listSurveys(db, caller, query, page),
  listActive: ({ db, caller, page }) => listSurveys(db, caller, { isOpen: true }, page),
  listByDepartment: async ({ db, caller, params, query, page }) =>
    orNotFound(await listSurveys(db, caller, { ...query, ...params }, page), () =>
      readDepartment(db, caller, params.department_id),
    ),
  listByBatch: async ({ db, caller, params, query, page }) =>
    orNotFound(await listSurveys(db, caller, { ...query, ...params }, page), () =>
      readBatch(db, caller, params.batch_id),
    ),
  listByGroup: async ({ db, caller, params, query, page }) =>
    orNotFound(await listSurveys(db, caller, { ...query, ...params }, page), () =>
      readGroup(db, caller, params.group_id),
    ),
  read: async ({ db, caller, params }) => ({ data: await readSurvey(db, caller, params.id) }),
  listWithQuestions: async ({ db, caller, query, page }) => {
    const { data, meta } = await listSurveys(db, caller, query, page)
    return { data: await withQuestions(db, data), meta }
  },
  readWithQuestions: async ({ db, caller, params }) => {
    const survey = await readSurvey(db, caller, params.id)
    const [data = { ...survey, questions: [] }] = await withQuestions(db, [survey])
    return { data }
  },
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createSurvey(tx, caller, body)) }),
  duplicate: async ({ write, caller, params }) => ({
    data: await write(async (tx) => duplicateSurvey(tx, caller, await lockSurvey(tx, caller, params.id))),
  }),
  update: changing(lockSurvey, updateSurvey),
  activate: moving('activate'),
  deactivate: moving('deactivate'),
  close: moving('close'),
  remove: deleting(lockSurvey, deleteSurvey, 'Survey deleted successfully'),
})

export const surveyRoutes: Routes = (app, services) => {
  surveyOwnRoutes(app, services)
  followUpRoutes(app, services)
  questionRoutes(app, services)
}
