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
  },
  filters: {
    '/log-entries': {
      student_id: 'log_entries.student_id',
      skill_id: 'log_entries.skill_id',
      department_id: 'log_entries.department_id',
      supervisor_id: 'log_entries.supervisor_id',
      signed_by: 'log_entries.signed_by',
      batch_id: 'log_entries.student_id',
      group_id: 'log_entries.student_id',
      from: 'log_entries.performed_on',
      to: 'log_entries.performed_on',
      ids: 'log_entries.id',
      status: SHARE,
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
