import { expect } from 'vitest'
import { issueReset } from '../features/accounts/passwords.writes.ts'
import { COLUMNS } from '../features/imports/columns.ts'
import type { FileApp } from './college.ts'
import type { Fields } from './forged.ts'
import type { Kind } from './id-places.ts'
import { csv, upload } from './imports.ts'
import { failedJobs, keptJobs } from './jobs.ts'
import type { OneOfEach } from './one-of-each.ts'
import type { startProvider } from './provider.ts'
import { codeOf, laterOn, switchOn } from './second-factors.ts'
import { dayAfter } from './today.ts'
import { form } from './uploads.ts'

/** The caller, the records that are there, and the fields that nobody asked for, if they are sent too. */
export interface Arrangement {
  at: FileApp
  own: OneOfEach
  caller: { id: number; email: string; token: string; password: string }
  identity: Awaited<ReturnType<typeof startProvider>>
  forged: Fields
}

/** The needs of a call beside the least that its declaration asks for. */
export interface CallNeeds {
  ids?: Partial<Record<Kind, number>>
  body?: Fields
  file?: { name: string; content: string }
  params?: Record<string, string>
  headers?: Record<string, string>
  /** Waits until it is done, where it is answered before. */
  settled?: () => Promise<unknown>
}
type Prepare = (arranged: Arrangement) => Promise<CallNeeds> | CallNeeds

const PASSWORD = 'Another-way1'
const renamed: Prepare = () => ({ body: { name: 'Renamed' } })

const outsider: Prepare = async ({ at, own }) => ({ ids: { student: (await at.make.student(own.ids.batch)).id } })

/** A survey that nobody has answered. */
const surveyed =
  (status: 'draft' | 'active'): Prepare =>
  async ({ at, own }) => {
    const survey = await at.make.survey({ status, batch_id: own.ids.batch, created_by: own.ids.user })
    const [first, second] = [await at.make.question(survey), await at.make.question(survey, { position: 2 })]
    return {
      ids: { survey, question: first },
      body: { question_ids: [second, first], answers: [{ feedback_question_id: first, answer: 'Well' }] },
    }
  }
const draft = surveyed('draft')
const open = surveyed('active')

const secured: Prepare = async ({ at, caller }) => {
  const { secret } = await switchOn(at, caller.token, caller.password)
  await laterOn(at, caller.id)
  return { body: { current_password: caller.password, code: codeOf(secret) } }
}

const recurring: Prepare = () => ({
  body: { activity_date: dayAfter(11), until: dayAfter(18), weekdays: [1, 2, 3, 4, 5, 6, 7] },
})

const reported: Prepare = async ({ at, own, caller }) => ({
  ids: { case: await at.make.reporting(own.ids.student, own.ids.staff, { reported_by: caller.id }) },
})

const failed: Prepare = async ({ at }) => {
  await failedJobs(at.db, 'mail-case', { queue: 'mail' })
  return { params: { kind: 'mail-case' } }
}

const HEADINGS = {
  students: ['Name,Email,Batch', 'New,new@college.test,Own batch'],
  staff: ['Name,Email,Department,Designation', 'New,new@college.test,Own department,Own designation'],
} as const
/** Returns a file of people; the fields that nobody asked for are further columns. */
function peopleFile(kind: keyof typeof HEADINGS, forged: Fields): { name: string; content: string } {
  const known = COLUMNS[kind].flatMap(({ heading, field, also }) => [heading.toLowerCase(), field, ...also])
  const others = Object.entries(forged).filter(
    ([field]) => !known.includes(field) && !known.includes(field.replaceAll('_', '')),
  )
  const [heading, row] = HEADINGS[kind]
  const lines = [
    [heading, ...others.map(([field]) => field)],
    [row, ...others.map(([, value]) => (typeof value === 'object' ? 'Forged' : String(value)))],
  ]
  return { name: 'people.csv', content: csv(...lines.map((cells) => cells.join(','))) }
}
const previewed =
  (kind: keyof typeof HEADINGS): Prepare =>
  ({ forged }) => ({ file: peopleFile(kind, forged) })
const imported =
  (kind: keyof typeof HEADINGS): Prepare =>
  async ({ at, caller, forged }) => {
    const file = peopleFile(kind, forged)
    const { body } = await (await at.of(caller.id)).upload(`/imports/${kind}/preview`, upload(file.content))
    return { file, body: { digest: body.data.digest } }
  }

/** The calls that need more than the least, by name; those that are sent JSON in the place of a form are named so. */
export const PREPARED: Record<string, Prepare> = {
  'POST /login': ({ caller }) => ({ body: { email: caller.email, password: caller.password } }),
  'POST /auth/forgot-password': ({ at, caller }) => ({
    body: { email: caller.email },
    settled: () => expect.poll(() => keptJobs(at.db)).toHaveLength(1),
  }),
  'POST /auth/reset-password': async ({ at, caller }) => {
    const mailed = await at.db.transaction().execute((tx) => issueReset(tx, caller.id))
    return { body: { token: mailed?.token, password: PASSWORD } }
  },
  'POST /auth/change-password': ({ caller }) => ({ body: { current_password: caller.password, password: PASSWORD } }),
  'POST /auth/second-factor/confirm': async ({ at, caller }) => {
    const headers = { authorization: `Bearer ${caller.token}` }
    const begun = await at.app.inject({ method: 'POST', url: '/api/auth/second-factor', headers })
    return { body: { current_password: caller.password, code: codeOf(begun.json().data.secret) } }
  },
  'POST /auth/second-factor/recovery-codes': secured,
  'POST /auth/second-factor/off': secured,
  'POST /auth/second-factor/noted': async ({ at, caller }) => {
    await at.db.updateTable('users').set({ second_factor_reset_by: 'Somebody' }).where('id', '=', caller.id).execute()
    return {}
  },
  'POST /auth/provider/finish': async ({ at, caller, identity }) => {
    const begun = await at.app.inject({ method: 'POST', url: '/api/auth/provider' })
    const query = await identity.signIn(begun.json().location, { email: caller.email, email_verified: true })
    return { body: { query }, headers: { cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '' } }
  },
  'POST /today/seen': () => ({ body: { at: new Date().toISOString() } }),
  'PUT /departments/:id': renamed,
  'PUT /designations/:id': renamed,
  'PUT /roles/:id': renamed,
  'POST /roles/remove-from-user': async ({ at, own }) => {
    await at.db.insertInto('user_roles').values({ user_id: own.ids.user, role_id: own.ids.role }).execute()
    return {}
  },
  'PUT /batches/:id': renamed,
  'POST /batches/:id/promote': async ({ at, own }) => ({
    body: { updated_at: (await at.stored('batches', own.ids.batch))?.updated_at },
  }),
  'PUT /groups/:id': renamed,
  'POST /student-groups/assign': outsider,
  'PUT /students/:id': renamed,
  'POST /students/:id/assign-group': outsider,
  'PUT /staff/:id': renamed,
  'POST /imports/students/preview': previewed('students'),
  'POST /imports/students': imported('students'),
  'POST /imports/staff/preview': previewed('staff'),
  'POST /imports/staff': imported('staff'),
  'PUT /tasks/:id': renamed,
  'POST /task-submissions': async ({ at, own }) => ({
    ids: { task: await at.make.task(own.ids.department, [own.ids.group]) },
  }),
  'PUT /task-submissions/:id': () => ({ body: { remarks: 'Otherwise' } }),
  'POST /attendance-sessions/recurring/preview': recurring,
  'POST /attendance-sessions/recurring': recurring,
  'PUT /attendance-sessions/:id': () => ({ body: { remarks: 'Otherwise' } }),
  'POST /attendance-submissions': async ({ at, own }) => ({
    ids: { session: await at.make.session(own.ids.group, { staff_id: own.ids.staff }) },
  }),
  'POST /attendance-submissions/update': ({ own }) => ({
    body: { submissions: [{ student_id: own.ids.student, status: 'absent' }] },
  }),
  'PUT /assessments/:id': renamed,
  'POST /assessment-results': async ({ at, own }) => ({
    ids: { assessment: await at.make.assessment(own.ids.group) },
  }),
  'POST /libraries json': async ({ at, caller }) => {
    const file = new FormData()
    file.set('file', form({}, 'work.pdf').get('files[0]') as File, 'work.pdf')
    const { body } = await (await at.of(caller.id)).upload('/libraries/uploads', file)
    return { body: { filename: 'work.pdf', file_path: body.data.file_path } }
  },
  'PUT /reportings/:id': reported,
  'POST /reportings/:id/entries': reported,
  'PATCH /feedback-surveys/:id/activate': draft,
  'PUT /feedback-surveys/:id/changes': async ({ at, own }) => ({
    ids: { survey: await at.make.survey({ status: 'closed', created_by: own.ids.user }) },
    body: { changes_text: 'More time' },
  }),
  'POST /feedback-surveys/:id/remind': open,
  'POST /feedback-questions': draft,
  'POST /feedback-questions/:id/duplicate': draft,
  'POST /feedback-questions/reorder/:survey_id': draft,
  'PUT /feedback-questions/:id': draft,
  'POST /feedback-question-pools/add-to-survey': draft,
  'POST /feedback-responses': open,
  'POST /feedback-responses/submit': open,
  'PUT /feedback-responses/:id': ({ own }) => ({
    body: { answers: [{ feedback_question_id: own.ids.question, answer: 'Otherwise' }] },
  }),
  'POST /status/jobs/:kind/retry': failed,
  'POST /status/jobs/:kind/dismiss': failed,
  'POST /status/room': () => ({ body: { kind: 'replaced_submissions' } }),
}
