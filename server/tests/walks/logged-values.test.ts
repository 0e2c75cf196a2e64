import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LOGGING } from '../../core/logging.ts'
import { hashPassword } from '../../core/passwords.ts'
import type { Tables } from '../../db/types.ts'
import type { Answer } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'

const lines: string[] = []
const { at, admin, hod, given, about, student, medicine, wards } = await casesCollege({
  log: pino(LOGGING, { write: (line: string) => void lines.push(line) }),
})

const MARK = 'Blue-heron-7'

/** A fault that nobody foresaw: PostgreSQL takes no new row of a table, and tells what would have been in it. */
async function refusing(table: keyof Tables, call: () => Promise<Answer>): Promise<Answer> {
  const altered = (change: string) => sql`alter table ${sql.table(table)} ${sql.raw(change)}`.execute(at.db)
  await altered('add column unforeseen integer not null default 1')
  await altered('alter column unforeseen drop default')
  const answer = await call()
  await altered('drop column unforeseen')
  return answer
}

test('a failure of the database leaves no value in the log: no text, answer, password or token', async () => {
  const [one, other] = [await student(wards), await student(wards)]
  const survey = async (fields: object) => {
    const id = await at.make.survey({ department_id: medicine, ...fields })
    return { id, question: await at.make.question(id) }
  }
  const [named, anonymous] = [await survey({}), await survey({ is_anonymous: true })]
  const respond = ({ id, question }: Awaited<ReturnType<typeof survey>>) => ({
    feedback_survey_id: id,
    answers: [{ feedback_question_id: question, answer: MARK }],
  })
  const { email } = (await at.stored('users', other.userId)) ?? { email: '' }
  await at.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(`${MARK}Aa1`) })
    .where('id', '=', other.userId)
    .execute()
  const filed = {
    title: MARK,
    description: MARK,
    student_id: about.id,
    assigned_to: given.staffId,
    category: 'other',
    severity: 'low',
  }
  const calls: [keyof Tables, () => Promise<Answer>][] = [
    ['designations', () => admin.post('/designations', { name: MARK })],
    ['reportings', () => hod.post('/reportings', filed)],
    ['reporting_entries', () => hod.post('/reportings', filed)],
    ['audit', () => hod.post('/reportings', filed)],
    ['feedback_responses', () => one.caller.post('/feedback-responses', respond(named))],
    ['feedback_waiting_responses', () => one.caller.post('/feedback-responses', respond(anonymous))],
    ['logins', () => at.nobody.post('/login', { email, password: `${MARK}Aa1` })],
  ]
  for (const [table, call] of calls) {
    lines.length = 0
    const { status, body } = await refusing(table, call)
    expect([table, status, body]).toEqual([
      table,
      500,
      { message: 'Something went wrong on the server.', request_id: expect.any(String) },
    ])
    const line = lines.find((text) => text.includes('request failed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      id: body.request_id,
      err: { type: 'error', code: '23502', table, column: 'unforeseen', stack: expect.stringMatching(/^ +at /) },
    })
    for (const hidden of [MARK, 'Failing row', email]) expect(lines.join(''), table).not.toContain(hidden)
  }
})
