import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { checkAnswer } from '../../../shared/feedback/answers.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import { furnished } from '../../testing/college.ts'
import { HOSTILE } from '../../testing/hostile.ts'
import { sendHostileCalls } from '../../testing/hostile-calls.ts'
import { hostileBodies } from '../../testing/hostile-values.ts'

const { at, admin } = await furnished()

/** Ids need not be of anything: a schema only looks at what they are. */
const NOTHING = { ids: {}, fileNames: ['a.pdf'] }

test('a date that is an object is a 422 on the field', async () => {
  const fields = { title: 'Teaching', description: 'In the wards', start_date: '2026-01-01', end_date: '2026-01-02' }
  for (const field of ['start_date', 'end_date'])
    for (const value of [{ toString: 1 }, { valueOf: null, toString: null }, [{ toString: 1 }]]) {
      const answer = await admin.post('/feedback-surveys', { ...fields, [field]: value })
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    }
})

test('no input schema throws at a value of another type than it expects', () => {
  const thrown: string[] = []
  let checked = 0
  for (const endpoint of declaredEndpoints)
    for (const { what, body } of hostileBodies(endpoint, NOTHING))
      for (const schema of [endpoint.body, endpoint.json]) {
        if (!schema) continue
        checked += 1
        try {
          z.safeParse(schema, body)
        } catch (error) {
          thrown.push(`${endpoint.method} ${endpoint.path}: ${what}: ${String(error)}`)
        }
      }
  expect(thrown).toEqual([])
  expect(checked).toBeGreaterThan(10_000)
})

test('nor does a question at an answer of another type', () => {
  for (const question_type of QUESTION_TYPES)
    for (const given of HOSTILE)
      for (const validation_rules of [null, { min: 1, max: 3 }, { min_length: 1, max_length: 3, pattern: 'a+' }]) {
        const question = {
          question_type,
          validation_rules,
          title: 'Q',
          question_text: 'Q?',
          is_required: true,
          options: ['x'],
        }
        expect(() => checkAnswer(question as never, given), `${question_type} ${JSON.stringify(given)}`).not.toThrow()
      }
})

// The long test sends all of them.
test('no call answers 5xx to some of these values', async () => {
  const { sent, broken } = await sendHostileCalls(at, 97)
  expect(broken).toEqual([])
  expect(sent).toBeGreaterThan(150)
})
