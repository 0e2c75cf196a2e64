import { randomBytes } from 'node:crypto'
import { ROLES, type RoleName } from '../../shared/permissions.ts'
import { hashPassword } from '../core/passwords.ts'
import { leaveTrail } from '../core/trail.ts'
import { unfurnished } from './college.ts'
import { failedJobs } from './jobs.ts'
import { oneOfEach } from './one-of-each.ts'
import { listening } from './sockets.ts'
import { idIn } from './walked.ts'

/** A text that would run, or make an element, wherever it were put into a page as it is. */
const SCRIPT = `javascript:window.ran=1//"><img src=x onerror="window.ran=1"><svg onload="window.ran=1">{{window.ran=1}}`
const PASSWORD = 'Correct1'
/** The first word of a browser's name, of 40 letters at the most: of one that nobody knows it is what people are shown. */
export const DEVICE = `<img/src="x"/onerror="window.ran=1">`
/** All of its name, which administrators are shown. */
export const AGENT = `${DEVICE} ${SCRIPT}`

/** A college with script in every text, listening, and one person of each role; called once, at the top of a file. */
export async function scriptCollege() {
  const at = await unfurnished()
  const { db, make } = at
  let turn = 0
  /** Everything at once in every text, each of which is another one. */
  const tell = (what: string) => {
    turn += 1
    return `${SCRIPT} ${what} ${turn}`
  }
  const made = await oneOfEach(at, tell)
  const { ids } = made
  // The address in an email, in a phone and in the name of a file is looked at by other tests: these are texts.
  await db
    .updateTable('submission_files')
    .set({ name: `${SCRIPT}.pdf` })
    .execute()
  await db
    .updateTable('feedback_surveys')
    .set({ changes_text: tell('changes'), changes_at: new Date() })
    .execute()
  // Its results are shown to the student then.
  await db.updateTable('assessments').set({ status: 'evaluated' }).execute()

  const staffOf = (role: RoleName) => make.person(role, ids.department)
  const userIds: Record<RoleName, number> = {
    admin: await make.person('admin'),
    principal: await make.person('principal'),
    hod: await staffOf('hod'),
    faculty: ids.user,
    clerk: await staffOf('clerk'),
    'student-affair': await staffOf('student-affair'),
    student: made.userOfStudent,
  }
  const password_hash = await hashPassword(PASSWORD)
  const emails = new Map<RoleName, string>()
  for (const role of ROLES) {
    const { email } = await db
      .updateTable('users')
      .set({ password_hash, name: tell(role) })
      .where('id', '=', userIds[role])
      .returning('email')
      .executeTakeFirstOrThrow()
    emails.set(role, email ?? '')
  }

  // The histories of records and the screen of the installation tell of other places than the records.
  const ofTask = { action: tell('action'), entity: 'task' as const, entityId: idIn(ids, 'task') }
  await db
    .transaction()
    .execute((tx) =>
      leaveTrail(tx, { id: userIds.admin, name: tell('actor') }, [
        { ...ofTask, changes: { [tell('field')]: [tell('before'), { name: tell('file'), sha256: tell('hash') }] } },
      ]),
    )
  await failedJobs(db, 'cases', { reason: tell('reason') })
  await db
    .insertInto('backups')
    .values({ due_at: new Date(), finished_at: new Date(), failure: tell('failure') })
    .execute()
  const trouble = { day: '2026-03-10', times: 1, first_at: new Date(), last_at: new Date() }
  const told = () => ({ ...trouble, digest: randomBytes(32), what: tell('trouble'), detail: tell('detail') })
  await db
    .insertInto('troubles')
    .values([
      { ...told(), kind: 'error' },
      { ...told(), kind: 'slow-statement', longest_ms: 1 },
    ])
    .execute()

  return {
    ids,
    origin: `http://127.0.0.1:${await listening(at.app)}`,
    accountOf: (role: RoleName) => ({ email: emails.get(role) ?? '', password: PASSWORD }),
  }
}
