import { expect, test } from 'vitest'
import { padded } from './padding.ts'

const bodyOf = (texts: number, answer: string) => ({
  answers: Array.from({ length: texts }, (_, n) => ({ feedback_question_id: n, answer, asked: 'How was it?' })),
})
const bytesOf = (body: object, questions: number) => Buffer.byteLength(JSON.stringify(padded(body, questions)))

test('one answer is as long as all of them, whatever they are written in; what is longer takes twice as much', () => {
  for (const [questions, length] of [
    [1, 8192],
    [10, 16_384],
    [195, 131_072],
  ] as const)
    for (const body of [bodyOf(1, 'x'), bodyOf(questions, 'x'.repeat(300)), bodyOf(questions, 'دیر سے'.repeat(20))])
      expect(bytesOf(body, questions)).toBe(length)
  expect(bytesOf(bodyOf(10, 'x'.repeat(2000)), 10)).toBe(32_768)
  // The server takes at most a megabyte.
  expect(bytesOf(bodyOf(195, 'x'.repeat(5000)), 195)).toBe(1_048_576)
})
