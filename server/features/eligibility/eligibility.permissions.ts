import type { Ids, PermissionTable, Special } from '../../testing/permissions.ts'
import { addExemption, addRuleSet } from './eligibility.walks.ts'

const ofBatch = (path: string, more: Special = { foreign: 'empty' }): Special => ({
  ...more,
  address: (ids) => `/eligibility${path}?batch_id=${ids.batch_id}`,
})

const ofRecord = (address: (ids: Ids) => string, foreign: Special['foreign']): Special => ({ foreign, address })
const ofRules = (ids: Ids) => `/eligibility/rules/${ids.rule_set_id}`
const ofExemption = (ids: Ids) => `/eligibility/exemptions/${ids.exemption_id}/withdraw`
const ofStudent = (ids: Ids) => `/eligibility/students/${ids.student_id}`

export const table: PermissionTable = {
  rows: [
    ['GET /eligibility', 'A P H SA', ofBatch('')],
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
    ['POST /eligibility/exemptions', 'P'],
    ['POST /eligibility/exemptions/:id/withdraw', 'P', ofRecord(ofExemption, 'shown')],
  ],
  ids: async ({ db, department, batch, student }) => ({
    'eligibility:format': 'csv',
    rule_set_id: await addRuleSet(db, batch, department),
    exemption_id: await addExemption(db, {
      student_id: student.id,
      reason: 'Illness',
      granted_by: student.userId,
    }),
  }),
}
