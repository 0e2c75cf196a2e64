import { expect, test } from 'vitest'
import { declaredEndpoints } from './all.ts'

// Copied by hand from the error catalogue of the college's specification: the text for a failed call to which the
// server gives no message. A screen's own text for the call, where the specification has one, stands here instead.
const ADMINISTRATION = [
  ...['students', 'student', 'batches', 'batch', 'roles', 'role', 'staff', 'staff member', 'departments', 'department'],
  ...['designations', 'designation', 'groups', 'group', 'students by batch', 'active groups'],
  ...['current user staff info', 'students for this group'],
].map((name) => `Failed to fetch ${name}`)
const RECORDS = ['student', 'batch', 'role', 'staff member', 'department', 'designation', 'group']
const OPERATIONS = [
  ...['tasks', 'filtered tasks', 'task', 'attendance sessions', 'attendance submissions'],
  ...['attendance submissions by student', 'assessments', 'assessment results', 'reportings', 'student reports'],
  ...['libraries', 'library', 'student batches', 'surveys', 'questions', 'question pools', 'responses'],
].map((name) => `Failed to fetch ${name}`)
const WRITTEN = ['task', 'attendance session', 'assessment', 'reporting', 'library entry', 'survey']
const OTHERS = [
  'Failed to assign role to user',
  'Failed to get user info',
  'Failed to get user roles',
  'Token refresh failed',
  'Password reset failed',
  'Logout failed',
  'Login failed',
  'Failed to submit attendance',
  'Failed to update attendance submission',
  'Failed to delete attendance submission',
  'Failed to submit assessment results',
  'Failed to update assessment result',
  'Failed to delete assessment result',
  'Failed to add response',
  'Failed to export reports',
  'Failed to download file',
  'Failed to upload file',
  'Failed to submit response',
  'Failed to submit work. Please try again.',
  'Failed to update submission. Please try again.',
  'Failed to download file. Please try again.',
  'Failed to open file. Please try again.',
  'Failed to load submission. Please try again.',
]
const told = new Set(declaredEndpoints.map(({ failure }) => failure))

test.each([
  ...ADMINISTRATION,
  ...OPERATIONS,
  ...[...RECORDS, ...WRITTEN].flatMap((name) =>
    ['create', 'update', 'delete'].map((verb) => `Failed to ${verb} ${name}`),
  ),
  ...OTHERS,
])('%s', (text) => {
  expect(told).toContain(text)
})
