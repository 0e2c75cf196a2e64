import { SHARE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    'log-entry': {
      make: async ({ make, ids, student, tell, idOf }) =>
        make.logEntry(student.id, await idOf('skill'), ids.staff, {
          place: tell('place'),
          reflection: tell('reflection'),
        }),
      hiddenBeside: 'from students',
    },
  },
  ids: {
    '/log-entries': 'log-entry',
    '/logbook/student': 'student',
    '/logbook/group': 'group',
    supervisor_id: 'staff',
    corrects_id: 'log-entry',
    signed_by: 'user',
    ids: 'log-entry',
  },
  prepared: {
    'POST /log-entries/:id/unsign': async ({ at, own, caller }) => ({
      ids: {
        'log-entry': await at.make.logEntry(own.ids.student, own.ids.skill ?? 0, own.ids.staff, {
          status: 'signed',
          decision: 'completed',
          signed_by: caller.id,
          signed_at: new Date(),
        }),
      },
    }),
    'POST /log-entries/sign-by-code': async ({ at, own }) => {
      await at.make.logCode(own.ids.student, '482913', [own.ids['log-entry'] ?? 0])
      return { body: { code: '482913' } }
    },
  },
  refusedBefore: Object.fromEntries(
    ['seen.[].id', 'entries.[].skill_id', 'entries.[].supervisor_id', 'entries.[].corrects_id'].map((place) => [
      `POST /log-entries/sign-by-code ${place}`,
      'a code is asked for first, and wrong ones are counted',
    ]),
  ),
  filters: {
    '/log-entries': {
      student_id: 'log_entries.student_id',
      skill_id: 'log_entries.skill_id',
      department_id: 'log_entries.department_id',
      supervisor_id: 'log_entries.supervisor_id',
      signed_by: 'what is signed has an index of its own',
      batch_id: 'log_entries.student_id',
      group_id: 'log_entries.student_id',
      from: 'log_entries.performed_on',
      to: 'log_entries.performed_on',
      ids: 'log_entries.id',
      only: 'log_entries.department_id',
      status: SHARE,
    },
    '/logbook/plausibility': {
      department_id: 'log_entries.department_id',
      batch_id: 'log_entries.student_id',
      group_id: 'log_entries.student_id',
      student_id: 'log_entries.student_id',
      from: 'log_entries.performed_on',
      to: 'log_entries.performed_on',
      kind: 'the hints of the entries that the others keep',
    },
  },
  goOn: [
    '/log-entries/:id/withdraw',
    '/log-entries/sign',
    '/log-entries/:id/return',
    '/log-entries/:id/unsign',
    '/log-entries/sign-by-code',
  ],
  keptLists: { '/log-entries': { table: 'log_entries' } },
}
