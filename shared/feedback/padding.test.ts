import { expect, test } from 'vitest'
import { padded } from './padding.ts'

const bytesOf = (body: object) => Buffer.byteLength(JSON.stringify(body))
const body = (texts: number, letters: string) => ({
  feedback_survey_id: 7,
  answers: Array.from({ length: texts }, (_, n) => ({
    feedback_question_id: n,
    answer: letters,
    asked: 'How was it?',
  })),
})

test('one answer is as long as all of them, whatever they are written in', () => {
  for (const questions of [1, 10, 195]) {
    const lengths = [body(1, 'x'), body(questions, 'x'.repeat(300)), body(questions, 'دیر سے'.repeat(20))].map((one) =>
      bytesOf(padded(one, questions)),
    )
    expect(new Set(lengths).size).toBe(1)
    expect(Math.log2(lengths[0] ?? 0) % 1).toBe(0)
  }
})

test('what is longer takes twice as much, and nothing of it is lost', () => {
  const long = padded(body(10, 'x'.repeat(2000)), 10)
  expect(bytesOf(long)).toBe(32_768)
  expect(long).toMatchObject(body(10, 'x'.repeat(2000)))
  // A megabyte is the most that the server takes.
  expect(bytesOf(padded(body(195, 'x'.repeat(5000)), 195))).toBe(1_048_576)
})
