import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { QUESTION_TYPES } from '../../shared/labels.ts'
import { unfurnished } from '../testing/college.ts'
import type { Tables } from './types.ts'

// Rules that the tables of feedback keep by themselves, whatever the code above them does.

const at = await unfurnished()
const userId = await at.make.user()
const batch = await at.make.batch()
const [department, other] = [await at.make.department(), await at.make.department()]
const group = await at.make.group(batch, department)
const student = await at.make.student(batch)

const survey = async (fields: Partial<Insertable<Tables['feedback_surveys']>> = {}) => {
  const values = { title: 'Teaching', created_by: userId, ...fields }
  return (await at.db.insertInto('feedback_surveys').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const pooled = (fields: Partial<Insertable<Tables['feedback_pool_questions']>>) =>
  at.db
    .insertInto('feedback_pool_questions')
    .values({ title: 'Q', question_text: 'Q?', question_type: 'text', created_by: userId, ...fields })
    .execute()

test('a survey’s group is of its department and batch, and its days in order', async () => {
  await survey({ department_id: department, batch_id: batch, group_id: group })
  for (const wrong of [
    { department_id: other, batch_id: batch, group_id: group },
    { department_id: department, batch_id: await at.make.batch(), group_id: group },
    { department_id: department, group_id: group },
    { group_id: group },
    { department_id: await at.make.department({ type: 'non-academic' }) },
    { start_date: '2026-03-02', end_date: '2026-03-01' },
    { changes_text: 'More time for questions' },
  ])
    await expect(survey(wrong), JSON.stringify(wrong)).rejects.toThrow(/violates (?:check|foreign key) constraint/)
})

test('a question has a known type, and options where its type needs them', async () => {
  for (const type of QUESTION_TYPES) {
    await pooled({ question_type: type, options: '["Yes"]' })
    const bare = pooled({ question_type: type })
    if (/^(?:select|single_choice|multiple_choice|radio|checkbox)$/.test(type))
      await expect(bare, type).rejects.toThrow('violates check constraint')
    else await bare
  }
  for (const wrong of [{ options: '{}' }, { validation_rules: '[]' }, { position: 0 }, { usage_count: -1 }])
    await expect(pooled(wrong), JSON.stringify(wrong)).rejects.toThrow('violates check constraint')
})

test('a student’s first response to a survey is there once', async () => {
  const [first, second] = [await survey(), await survey()]
  const respond = (feedback_survey_id: number, nth = 1) =>
    at.db
      .insertInto('feedback_responses')
      .values({ feedback_survey_id, student_id: student.id, nth, answers: '{}' })
      .execute()
  await respond(first)
  await respond(second)
  await respond(first, 2)
  await expect(respond(first)).rejects.toMatchObject({ constraint: 'feedback_responses_nth' })
  const remove = at.db.deleteFrom('feedback_surveys').where('id', '=', first)
  await expect(remove.execute()).rejects.toThrow('violates foreign key constraint')
})

test('nothing in the tables of anonymous answers names a person, tells an hour or grows', async () => {
  const columns = (table: `feedback_${'participants' | 'send_keys' | 'anonymous_responses' | 'waiting_responses'}`) =>
    at.db.introspection.getTables().then((tables) => {
      const found = tables.find(({ name }) => name === table)?.columns ?? []
      return found.map(({ name, dataType, isAutoIncrementing }) => [name, dataType, isAutoIncrementing])
    })
  expect(await columns('feedback_participants')).toEqual([
    ['feedback_survey_id', 'int4', false],
    ['student_ids', '_int4', false],
    ['neighbours', 'int4', false],
    // The last day with responses, for the limit of a day in surveys that take several of a student.
    ['day', 'date', false],
    ['day_ids', '_int4', false],
  ])
  expect(await columns('feedback_send_keys')).toEqual([
    ['feedback_survey_id', 'int4', false],
    ['send_key', 'uuid', false],
  ])
  expect(await columns('feedback_anonymous_responses')).toEqual([
    ['feedback_survey_id', 'int4', false],
    ['id', 'uuid', false],
    ['answers', 'jsonb', false],
  ])
  expect(await columns('feedback_waiting_responses')).toEqual([
    ['feedback_survey_id', 'int4', false],
    ['id', 'uuid', false],
    ['sealed', 'bytea', false],
  ])
})
