import { expect, test } from 'vitest'
import { statesThat, staysAsMarked, studentSees } from './assessments.ts'
import { mayEdit } from './people.ts'
import { allows, type Policy, refusalOf } from './policy.ts'
import { SESSION_NEXT, sessionMay } from './sessions.ts'
import { studentMay, workStateOf } from './submissions.ts'

// The tables are written by hand, as the rules of the college say them: what is read from the code proves nothing.

const rowOf = (policy: Policy<never>, states: string) =>
  states
    .split(' ')
    .map((state) => (allows(policy, state as never) ? 'yes' : 'no'))
    .join(' ')

test.each<[keyof typeof sessionMay, string]>([
  //            pending completed cancelled
  ['take', 'yes no no'],
  ['revise', 'no yes no'],
  ['move', 'yes no yes'],
  ['restate', 'yes no yes'],
])('what the state of an attendance session allows: %s', (action, expected) => {
  expect(rowOf(sessionMay[action] as Policy<never>, 'pending completed cancelled')).toBe(expected)
})

test('which state of a session a person may give', () => {
  expect(SESSION_NEXT).toEqual({
    new: ['pending'],
    pending: ['pending', 'cancelled'],
    completed: ['completed'],
    cancelled: ['pending', 'cancelled'],
  })
})

test.each<[keyof typeof studentMay, string]>([
  //              awaited handed-in graded closed
  ['submit', 'yes no no no'],
  ['change', 'no yes no no'],
])('what a student may do with the own work: %s', (action, expected) => {
  expect(rowOf(studentMay[action] as Policy<never>, 'awaited handed-in graded closed')).toBe(expected)
})

test.each([
  [null, 'active', 'awaited'],
  [null, 'pending', 'closed'],
  [null, 'inactive', 'closed'],
  [{ marks: null }, 'active', 'handed-in'],
  [{ marks: null }, 'inactive', 'closed'],
  [{ marks: 0 }, 'active', 'graded'],
  [{ marks: 7 }, 'inactive', 'graded'],
] as const)('work %o for a task that is %s is %s', (submission, status, expected) => {
  expect(workStateOf(submission, { status })).toBe(expected)
})

test.each<[keyof typeof studentSees, string]>([
  //              pending active evaluated approved rejected inactive
  ['assessment', 'no yes yes yes no no'],
  ['result', 'no no yes yes no no'],
])('what a student sees by the state of an assessment: %s', (what, expected) => {
  const states = 'pending active evaluated approved rejected inactive'
  expect(rowOf(studentSees[what] as Policy<never>, states)).toBe(expected)
  expect(statesThat(studentSees[what])).toEqual(states.split(' ').filter((_, at) => expected.split(' ')[at] === 'yes'))
})

test('which assessments stay what they are when one result changes', () => {
  //                                            pending active evaluated approved rejected inactive
  expect(rowOf(staysAsMarked as Policy<never>, 'pending active evaluated approved rejected inactive')).toBe(
    'yes yes yes no yes yes',
  )
})

test('a refusal has a text, and what is allowed has none', () => {
  expect(refusalOf(sessionMay.take, 'cancelled')).toBe('This session is cancelled.')
  expect(refusalOf(sessionMay.take, 'completed')).toBe('Attendance has already been taken for this session.')
  expect(refusalOf(sessionMay.revise, 'pending')).toBe('Attendance has not been taken for this session yet.')
  expect(refusalOf(studentMay.change, 'graded')).toBe('A graded submission can no longer be changed.')
  expect(refusalOf(sessionMay.take, 'pending')).toBeUndefined()
})

test.each([
  [['admin'], 'staff', ['admin'], true],
  [['hod'], 'staff', ['faculty'], true],
  [['hod'], 'staff', ['hod'], false],
  [['clerk'], 'staff', ['principal'], false],
  [['faculty'], 'staff', [], false],
  [['student-affair'], 'students', ['student'], true],
  [['clerk'], 'students', ['student'], false],
] as const)('%j may edit %s who hold %j: %s', (roles, kind, held, expected) => {
  expect(mayEdit(roles, kind, held)).toBe(expected)
})
