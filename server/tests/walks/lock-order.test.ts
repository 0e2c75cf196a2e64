import { type SqlBool, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ImportEvent } from '../../../shared/contract/imports.ts'
import type { Tx } from '../../db/types.ts'
import { unfurnished } from '../../testing/college.ts'
import { waitingForLocks } from '../../testing/locks.ts'

// docs/decisions/0019-lock-order.md: a transaction that locks several rows takes them in one order. Each test stops one
// write in the middle by holding a row, looks at what it has locked by then, and lets another one meet it.

const at = await unfurnished()
const admin = await at.as('admin')
const medicine = await at.make.department({ name: 'Medicine' })

type Table = 'students' | 'staff' | 'users' | 'groups' | 'assessments' | 'reportings' | 'skills'

/** Holds what `take` locks until the function that comes back is called. */
async function hold(take: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const transaction = await at.db.startTransaction().execute()
  await take(transaction)
  return async () => {
    await transaction.rollback().execute()
  }
}

const holdRow = (table: Table, id: number) =>
  hold((tx) => tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute())

/** Until so many connections of this database wait for a lock. */
const waiting = (count: number) => expect.poll(() => waitingForLocks(at.db)).toBe(count)

/** Which of these rows nobody has locked. */
async function free(table: Table, ids: number[]): Promise<number[]> {
  return at.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where(sql<SqlBool>`id = any(${ids})`)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    return rows.map(({ id }) => id)
  })
}

const upload = (text: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([text]), 'people.csv')
  return form
}

/** The last line of the answer to an import of these lines. */
async function importing(
  kind: 'students' | 'staff' | 'skills',
  ...lines: string[]
): Promise<() => Promise<ImportEvent>> {
  const text = `${lines.join('\n')}\n`
  const { body } = await admin.upload(`/imports/${kind}/preview`, upload(text))
  return async () => {
    const { raw } = await admin.upload(`/imports/${kind}`, upload(text, { digest: body.data.digest }))
    return JSON.parse(raw.toString('utf8').trimEnd().split('\n').at(-1) ?? '') as ImportEvent
  }
}

/** Two students of a batch, each in a group of its own, the one with the lower id first. */
async function twoInGroups() {
  const batch = await at.make.batch()
  const groups = [await at.make.group(batch, medicine), await at.make.group(batch, medicine)] as const
  const low = await at.make.student(batch, groups[0])
  const high = await at.make.student(batch, groups[1])
  return { batch, groups, low, high }
}

test('an import whose file is in another order and an assignment to a group wait for each other', async () => {
  const { groups, low, high } = await twoInGroups()
  await at.make.batch({ name: 'Next' })
  const run = await importing('students', 'Roll Number,Batch', `${high.rollNo},Next`, `${low.rollNo},Next`)
  const release = await holdRow('groups', groups[1])
  const imported = run()
  await waiting(1)
  const freeNow = await free('students', [low.id, high.id])
  // With the students in file order it had `high` and waited for the group, while this takes `low`, then the group.
  const assigned = admin.post('/student-groups/assign', { group_id: groups[1], student_ids: [low.id, high.id] })
  await waiting(2)
  await release()
  expect(await imported).toMatchObject({ type: 'done', updated: 2 })
  const { status, body } = await assigned
  expect([status, Object.keys(body.errors ?? {})], JSON.stringify(body)).toEqual([422, ['student_ids']])
  expect(freeNow).toEqual([])
})

test('an import of students and new passwords for them wait for each other', async () => {
  const { low, high } = await twoInGroups()
  const run = await importing(
    'students',
    'Roll Number,Phone',
    `${high.rollNo},03001234567`,
    `${low.rollNo},03007654321`,
  )
  const release = await holdRow('users', high.userId)
  const imported = run()
  await waiting(1)
  const freeNow = await free('students', [low.id, high.id])
  const issued = admin.post('/students/initial-passwords', { student_ids: [high.id, low.id] })
  await waiting(2)
  await release()
  expect(await imported).toMatchObject({ type: 'done', updated: 2 })
  const { status, body } = await issued
  expect([status, body.data?.map(({ user_id }: { user_id: number }) => user_id)]).toEqual([
    200,
    [high.userId, low.userId],
  ])
  expect(freeNow).toEqual([])
})

test('an import of staff takes them, then their accounts, by id', async () => {
  const people = await Promise.all([at.make.user(), at.make.user()])
  const [first, second] = people.toSorted((a, b) => a - b) as [number, number]
  const records = [await at.make.staff(second, medicine), await at.make.staff(first, medicine)]
  const emails = await at.db.selectFrom('users').select(['id', 'email']).where('id', 'in', people).execute()
  const lines = [second, first].map((id) => `${emails.find((one) => one.id === id)?.email},03001234567`)
  const run = await importing('staff', 'Email,Phone', ...lines)
  const release = await holdRow('users', first)
  const imported = run()
  await waiting(1)
  const [freeStaff, freeUsers] = [await free('staff', records), await free('users', people)]
  await release()
  expect(await imported).toMatchObject({ type: 'done', updated: 2 })
  // It waits for the first account: every record is locked by then, and no later account.
  expect([freeStaff, freeUsers]).toEqual([[], [second]])
})

test('an import of skills takes them by id', async () => {
  const skills = [await at.make.skill(medicine, { name: 'Low' }), await at.make.skill(medicine, { name: 'High' })]
  const [low = 0, high = 0] = skills
  const run = await importing('skills', 'Name,Department,Level', 'High,Medicine,observed', 'Low,Medicine,observed')
  const release = await holdRow('skills', low)
  const imported = run()
  await waiting(1)
  const freeNow = await free('skills', [high])
  await release()
  expect(await imported).toMatchObject({ type: 'done', updated: 2 })
  // It waits for the first in the order of ids, though the file begins with the other.
  expect(freeNow).toEqual([high])
})

test('a graduation takes all accounts before it asks who is the last administrator', async () => {
  const batch = await at.make.batch({ current_year: '5th Year' })
  const [first, second] = [await at.make.student(batch), await at.make.student(batch)]
  await at.make.giveRole(first.userId, 'admin')
  await at.make.giveRole(second.userId, 'admin')
  const { body } = await admin.get(`/batches/${batch}`)
  const release = await hold((tx) => sql`select pg_advisory_xact_lock(7002)`.execute(tx))
  const graduated = admin.post(`/batches/${batch}/promote`, { updated_at: body.data.updated_at, graduate: true })
  await waiting(1)
  const freeNow = await free('users', [first.userId, second.userId])
  await release()
  const { status } = await graduated
  expect([status, freeNow]).toEqual([200, []])
})

test('new passwords take the accounts by id, whatever order they are asked in', async () => {
  const { low, high } = await twoInGroups()
  const release = await holdRow('users', low.userId)
  const issued = admin.post('/students/initial-passwords', { student_ids: [high.id, low.id] })
  await waiting(1)
  const freeNow = await free('users', [high.userId])
  await release()
  expect([(await issued).status, freeNow]).toEqual([200, [high.userId]])
})

test('sessions of a term take the staff member before the group', async () => {
  const batch = await at.make.batch()
  const group = await at.make.group(batch, medicine)
  const staff = await at.make.staff(await at.make.user(), medicine)
  const release = await holdRow('staff', staff)
  const created = admin.post('/attendance-sessions/recurring', {
    department_id: medicine,
    batch_id: batch,
    group_id: group,
    staff_id: staff,
    year: '3rd Year',
    activity_date: '2026-03-02',
    until: '2026-03-13',
    weekdays: [1],
    skip: [],
    start_time: '09:00',
    end_time: '10:00',
  })
  await waiting(1)
  const freeNow = await free('groups', [group])
  await release()
  const { status, body } = await created
  expect([status, freeNow], JSON.stringify(body)).toEqual([201, [group]])
})

test('results of a student take the assessments by id, whatever order they are posted in', async () => {
  const batch = await at.make.batch()
  const group = await at.make.group(batch, medicine)
  const { id: student_id } = await at.make.student(batch, group)
  const [low, high] = [await at.make.assessment(group), await at.make.assessment(group)]
  const release = await holdRow('assessments', low)
  const saved = admin.post('/assessment-results', {
    submission_type: 'student',
    results: [high, low].map((assessment_id) => ({ student_id, assessment_id, marks: 1 })),
  })
  await waiting(1)
  const freeNow = await free('assessments', [high])
  await release()
  const { status, body } = await saved
  expect([status, freeNow], JSON.stringify(body)).toEqual([201, [high]])
})

test('a case is locked after the one to whom it is given, and its number taken last', async () => {
  const faculty = async () => {
    const userId = await at.make.user()
    await at.make.giveRole(userId, 'faculty')
    return at.make.staff(userId, medicine)
  }
  const [low, high] = [await faculty(), await faculty()]
  const { id: student_id } = await at.make.student(await at.make.batch())
  const reporting = await at.make.reporting(student_id, low)
  const release = await holdRow('staff', high)
  const escalated = admin.put(`/reportings/${reporting}`, {
    status: 'escalated',
    escalation_reason: 'Grave',
    escalated_to: high,
  })
  const filed = admin.post('/reportings', {
    title: 'Late',
    description: 'An hour',
    student_id,
    assigned_to: high,
    category: 'other',
    severity: 'low',
  })
  await waiting(2)
  const [freeCases, numbers] = [await free('reportings', [reporting]), await at.count('reporting_numbers')]
  await release()
  // The maker has numbered its own of another year; the filed one has no number while it waits.
  expect([(await escalated).status, (await filed).status, freeCases, numbers]).toEqual([200, 201, [reporting], 1])
})

test('who answers an anonymous survey holds it before those who have answered, and who closes it waits', async () => {
  const { low } = await twoInGroups()
  const survey = await at.make.survey({ is_anonymous: true })
  const question = await at.make.question(survey)
  // A neighbour has answered: the two share a row.
  await at.make.participants(survey, [32 * Math.floor(low.id / 32)])
  const student = await at.of(low.userId)
  const isFree = async () => {
    const row = await at.db
      .transaction()
      .execute((tx) =>
        tx
          .selectFrom('feedback_surveys')
          .select('id')
          .where('id', '=', survey)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst(),
      )
    return row !== undefined
  }
  const holdParticipants = () =>
    hold((tx) =>
      tx
        .selectFrom('feedback_participants')
        .select('student_ids')
        .where('feedback_survey_id', '=', survey)
        .forUpdate()
        .execute(),
    )
  const answer = () =>
    student.post('/feedback-responses', {
      feedback_survey_id: survey,
      answers: [{ feedback_question_id: question, answer: 'Good' }],
    })
  const before = await holdParticipants()
  const sent = answer()
  await waiting(1)
  const freeWhileAnswered = await isFree()
  const closed = admin.patch(`/feedback-surveys/${survey}/close`)
  const edited = admin.put(`/feedback-surveys/${survey}`, { title: 'Other' })
  await waiting(3)
  await before()
  expect([(await sent).status, (await closed).status, freeWhileAnswered]).toEqual([201, 200, false])
  // It came before the closing or after it, and met neither.
  expect([200, 409]).toContain((await edited).status)
})
