import type { Ids, PermissionTable, Special } from '../../testing/permissions.ts'
import { addExemption, addFrozenList, addRuleSet } from './eligibility.walks.ts'

const ofBatch = (path: string, more: Special = { foreign: 'empty' }): Special => ({
  ...more,
  address: (ids) => `/eligibility${path}?batch_id=${ids.batch_id}`,
})

const ofRecord = (address: (ids: Ids) => string, foreign: Special['foreign']): Special => ({ foreign, address })
const ofRules = (ids: Ids) => `/eligibility/rules/${ids.rule_set_id}`
const ofExemption = (ids: Ids) => `/eligibility/exemptions/${ids.exemption_id}/withdraw`
const ofList = (ids: Ids, more = '') => `/eligibility/lists/${ids.frozen_list_id}${more}`
const compared = (ids: Ids, more = '') => ofList(ids, `/differences${more}?with=${ids.frozen_list_id}`)
const ofStudent = (ids: Ids) => `/eligibility/students/${ids.student_id}`

export const table: PermissionTable = {
  rows: [
    ['GET /eligibility', 'A P H SA', ofBatch('', { foreign: 'own' })],
    ['GET /eligibility/counts', 'A P H SA', ofBatch('/counts', {})],
    ['GET /eligibility/students/:id', 'A P H SA', ofRecord(ofStudent, 'shown')],
    ['GET /eligibility/own', 'S'],
    ['GET /eligibility/export/:format', 'A P H SA', ofBatch('/export/csv', { foreign: 'shown' })],
    ['GET /eligibility/print', 'A P H SA', ofBatch('/print', {})],
    ['GET /eligibility/rules', 'A P H SA', 'own'],
    ['GET /eligibility/rules/in-force', 'A P H SA'],
    ['GET /eligibility/rules/:id', 'A P H SA', ofRecord(ofRules, 404)],
    ['POST /eligibility/rules', 'A P'],
    ['PUT /eligibility/rules/:id', 'A P', ofRecord(ofRules, 404)],
    ['DELETE /eligibility/rules/:id', 'A P', 404],
    ['GET /eligibility/lists', 'A P H SA', { foreign: 'own' }],
    ['POST /eligibility/lists', 'A P'],
    ['GET /eligibility/lists/:id', 'A P H SA', ofRecord((ids) => ofList(ids), 404)],
    ['GET /eligibility/lists/:id/rows', 'A P H SA', ofRecord((ids) => ofList(ids, '/rows'), 404)],
    ['GET /eligibility/lists/:id/differences', 'A P H SA', ofRecord((ids) => compared(ids), 404)],
    ['GET /eligibility/lists/:id/differences/counts', 'A P H SA', ofRecord((ids) => compared(ids, '/counts'), 404)],
    ['GET /eligibility/lists/:id/export/:format', 'A P H SA', ofRecord((ids) => ofList(ids, '/export/xlsx'), 404)],
    ['POST /eligibility/exemptions', 'P'],
    ['POST /eligibility/exemptions/:id/withdraw', 'P', ofRecord(ofExemption, 'shown')],
  ],
  ids: async ({ db, department, batch, student }) => ({
    'eligibility:format': 'csv',
    rule_set_id: await addRuleSet(db, batch, department),
    frozen_list_id: await addFrozenList(db, { batch_id: batch, department_id: department }),
    exemption_id: await addExemption(db, {
      student_id: student.id,
      reason: 'Illness',
      granted_by: student.userId,
    }),
  }),
}
