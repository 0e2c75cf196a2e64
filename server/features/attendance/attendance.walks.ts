import { dayAfter } from '../../testing/today.ts'
import { type Prepare, SHARE, type Walks } from '../../testing/walks.ts'

const recurring: Prepare = () => ({
  body: { activity_date: dayAfter(11), until: dayAfter(18), weekdays: [1, 2, 3, 4, 5, 6, 7] },
})

const PREVIEW = '/attendance-sessions/recurring/preview'

export const walks: Walks = {
  kinds: {
    session: {
      make: ({ make, ids, tell }) =>
        make.session(ids.group, {
          staff_id: ids.staff,
          status: 'completed',
          taken_at: new Date(),
          remarks: tell('session'),
        }),
      texts: { group: ['session'] },
    },
    entry: {
      make: async ({ make, student, tell, idOf }) =>
        make.entry(await idOf('session'), student.id, { remarks: tell('mark') }),
      hiddenBeside: 'from students',
    },
  },
  ids: {
    '/attendance-sessions': 'session',
    '/attendance-submissions': 'entry',
    attendance_session_id: 'session',
    session_id: 'session',
    session_ids: 'session',
  },
  prepared: {
    [`POST ${PREVIEW}`]: recurring,
    'POST /attendance-sessions/recurring': recurring,
    'PUT /attendance-sessions/:id': () => ({ body: { remarks: 'Otherwise' } }),
    'POST /attendance-submissions': async ({ at, own }) => ({
      ids: { session: await at.make.session(own.ids.group, { staff_id: own.ids.staff }) },
    }),
    'POST /attendance-submissions/update': ({ own }) => ({
      body: { submissions: [{ student_id: own.ids.student, status: 'absent' }] },
    }),
  },
  writesNothing: { [`POST ${PREVIEW}`]: 'it shows what would be' },
  filters: {
    '/attendance-sessions': {
      department_id: 'attendance_sessions.department_id',
      batch_id: 'attendance_sessions.batch_id',
      group_id: 'attendance_sessions.group_id',
      staff_id: 'attendance_sessions.staff_id',
      from: 'attendance_sessions.activity_date',
      to: 'attendance_sessions.activity_date',
      only: 'pending sessions have an index of their own',
      status: SHARE,
    },
    '/attendance-sessions/register-not-taken': { department_id: 'attendance_sessions.department_id' },
    '/attendance-submissions': {
      attendance_session_id: 'attendance_submissions.attendance_session_id',
      student_id: 'attendance_submissions.student_id',
      group_id: 'attendance_sessions.group_id',
      department_id: 'attendance_sessions.department_id',
      status: SHARE,
    },
  },
  goOn: ['/attendance-sessions', PREVIEW, '/attendance-submissions', '/attendance-submissions/update'],
  keptLists: { '/attendance-sessions': { table: 'attendance_sessions' } },
}
