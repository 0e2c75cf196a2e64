import { expect, test } from 'vitest'
import { padded } from './padding.ts'

const bytesOf = (questions: readonly string[], given: readonly string[]) => {
  const answers = given.map((answer, n) => ({ feedback_question_id: n, answer, asked: questions[n] }))
  return Buffer.byteLength(JSON.stringify(padded({ answers }, questions)))
}
const all = (questions: readonly string[], answer: string) => questions.map(() => answer)

test.each<[of: string, questions: string[], length: number]>([
  ['one question', ['How was it?'], 8192],
  ['ten', Array(10).fill('How was it?'), 16_384],
  ['195', Array(195).fill('How was it?'), 131_072],
  ['four long ones in Urdu', Array(4).fill('استاد '.repeat(166)), 16_384],
  ['twenty in Urdu', Array(20).fill('استاد '.repeat(66)), 32_768],
])('one answer to %s is as long as all of them, whatever they are written in', (_, questions, length) => {
  for (const given of [['x'], all(questions, 'x'.repeat(300)), all(questions, 'دیر سے'.repeat(20))])
    expect(bytesOf(questions, given)).toBe(length)
})

test('what is longer takes twice as much', () => {
  const ten = Array(10).fill('How was it?')
  expect(bytesOf(ten, all(ten, 'x'.repeat(2000)))).toBe(32_768)
  // The server takes at most a megabyte.
  const many = Array(195).fill('How was it?')
  expect(bytesOf(many, all(many, 'x'.repeat(5000)))).toBe(1_048_576)
})
