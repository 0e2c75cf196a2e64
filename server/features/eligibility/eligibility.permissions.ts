import type { PermissionTable, Special } from '../../testing/permissions.ts'

const ofBatch = (path: string, more: Special = { foreign: 'empty' }): Special => ({
  ...more,
  address: (ids) => `/eligibility${path}?batch_id=${ids.batch_id}`,
})

export const table: PermissionTable = {
  rows: [
    ['GET /eligibility', 'A P H SA', ofBatch('')],
    ['GET /eligibility/counts', 'A P H SA', ofBatch('/counts', {})],
    ['GET /eligibility/students/:id', 'A P H SA', 'shown'],
    ['GET /eligibility/own', 'S'],
    ['GET /eligibility/export/:format', 'A P H SA', ofBatch('/export/csv', { foreign: 'shown' })],
    ['GET /eligibility/print', 'A P H SA', ofBatch('/print', {})],
    ['GET /eligibility/rules', 'A P H SA', 'own'],
    ['GET /eligibility/rules/in-force', 'A P H SA'],
    ['GET /eligibility/rules/:id', 'A P H SA', 404],
    ['POST /eligibility/rules', 'A P'],
    ['PUT /eligibility/rules/:id', 'A P', 404],
    ['DELETE /eligibility/rules/:id', 'A P', 404],
    ['POST /eligibility/exemptions', 'P'],
    ['POST /eligibility/exemptions/:id/withdraw', 'P', 'shown'],
  ],
  ids: async ({ db, department, batch, student }) => {
    const rules = await db
      .insertInto('eligibility_rule_sets')
      .values({ batch_id: batch, department_id: department, attendance: 90 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const exemption = await db
      .insertInto('eligibility_exemptions')
      .values({ student_id: student.id, condition: 'logbook', reason: 'Illness', granted_by: student.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { 'eligibility:format': 'csv', '/eligibility/rules': rules.id, '/eligibility/exemptions': exemption.id }
  },
}
