import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

const sign = { decision: 'completed' }
const entry = { skill_id: 999_999, performed_on: '2026-01-05', level: 'assisted', supervisor_id: 999_999 }

/** Asks for one that is not there: only the named supervisor may of these, and a withdrawn one has no code. */
const elsewhere = (action: string) => () => `/log-entries/999999/${action}`

export const table: PermissionTable = {
  rows: [
    ['GET /log-entries', EVERY_USER, 'own'],
    ['GET /log-entries/:id', EVERY_USER, 404],
    ['POST /log-entries', 'S'],
    ['PUT /log-entries/:id', 'S', { foreign: 404, body: entry }],
    ['POST /log-entries/:id/withdraw', 'S', { foreign: 404, address: elsewhere('withdraw') }],
    ['POST /log-entries/sign', 'A H F'],
    [
      'POST /log-entries/:id/return',
      'A H F',
      { foreign: 404, body: { feedback: 'Where was it?' }, address: elsewhere('return') },
    ],
    ['POST /log-entries/:id/unsign', 'A H F', { foreign: 404, body: { reason: 'It was another student' } }],
    ['POST /log-entries/codes', 'S'],
    ['POST /log-entries/codes/ahead', 'S'],
    ['GET /log-entries/by-code/:code', 'A H F', 404],
    ['POST /log-entries/sign-by-code', 'A H F', { foreign: 404, body: { code: '000000', ...sign } }],
    ['GET /logbook/choices', 'S'],
    ['GET /logbook/student/:id', EVERY_USER, 'shown'],
    ['GET /logbook/plausibility', 'A P H', 'empty'],
    ['GET /logbook/group/:id', 'A P H F C SA', 404],
    ['GET /logbook/student/:id/export/pdf', EVERY_USER, 'shown'],
    ['GET /logbook/group/:id/export/:format', 'A P H F C SA', 404],
  ],
  ids: async ({ make, department, group, student }) => {
    const supervisor = await make.staff(await make.user({}), department)
    const skill = await make.skill(department, { category: 'Procedure' })
    const entry = await make.logEntry(student.id, skill, supervisor)
    await make.logCode(student.id, '482913', [entry])
    return {
      '/skills': skill,
      '/log-entries': entry,
      code: '482913',
      format: 'csv',
      '/logbook/group': group,
      '/logbook/student': student.id,
    }
  },
}
