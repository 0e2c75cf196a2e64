import { expect, test } from 'vitest'
import { statesThat, staysAsMarked, studentSees } from './assessments.ts'
import { criteriaChange, criteriaStateOf } from './criteria.ts'
import {
  activation,
  answeredMay,
  readinessOf,
  reminderStateOf,
  reopening,
  SURVEY_NEXT,
  standingOf,
  surveyMay,
  takesAnswers,
  takesChanges,
  takesReminder,
} from './feedback.ts'
import { leaveMay } from './leaves.ts'
import * as logged from './log-entries.ts'
import { mayEdit } from './people.ts'
import { allows, type Policy, refusalOf } from './policy.ts'
import { mayReport, REPORT_NEXT, REPORT_PARTS, type ReportAction, reportMay, reportRefusal } from './reportings.ts'
import { SESSION_NEXT, sessionMay } from './sessions.ts'
import { graderMay, studentMay, workStateOf } from './submissions.ts'
import { documentMay } from './verified-documents.ts'

// The tables are written by hand from the rules of the college: a table taken from the code would prove nothing.

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

test.each<[keyof typeof leaveMay, string]>([
  //            pending granted refused withdrawn
  ['decide', 'yes yes yes no'],
  ['withdraw', 'yes no no no'],
])('what a department’s answer to a leave request allows: %s', (action, expected) => {
  expect(rowOf(leaveMay[action] as Policy<never>, 'pending granted refused withdrawn')).toBe(expected)
})

test.each<[keyof typeof documentMay, string]>([
  //            stands replaced withdrawn
  ['withdraw', 'yes yes no'],
])('what the state of an issued document allows: %s', (action, expected) => {
  expect(rowOf(documentMay[action] as Policy<never>, 'stands replaced withdrawn')).toBe(expected)
})

test.each<[keyof typeof logged.studentMay | keyof typeof logged.supervisorMay, string]>([
  //            logged signed returned withdrawn
  ['change', 'yes no yes no'],
  ['withdraw', 'yes no yes no'],
  ['showCode', 'yes no no no'],
  ['correct', 'no yes no no'],
  ['sign', 'yes no no no'],
  ['giveBack', 'yes no no no'],
])('what the status of a logged performance allows: %s', (action, expected) => {
  const policies: Record<string, unknown> = { ...logged.studentMay, ...logged.supervisorMay }
  expect(rowOf(policies[action] as Policy<never>, 'logged signed returned withdrawn')).toBe(expected)
})

test('a signature is taken back by its signer within 24 hours', () => {
  const signed = { status: 'signed', signed_by: { id: 7, name: 'A' }, signed_at: '2026-01-05T10:00:00.000Z' } as const
  const at = (time: string) => Date.parse(`2026-01-06T${time}:00.000Z`)
  expect(logged.signatureStateOf(signed, 7, at('09:59'))).toBe('own')
  expect(logged.signatureStateOf(signed, 7, at('10:01'))).toBe('settled')
  expect(logged.signatureStateOf(signed, 8, at('09:59'))).toBe('others')
  expect(logged.signatureStateOf({ status: 'logged', signed_by: null, signed_at: null }, 7)).toBe('none')
  expect(rowOf(logged.signerMay.unsign as Policy<never>, 'none own others settled')).toBe('no yes no no')
})

const WORK_STATES = 'awaited handed-in returned graded closed'

test.each<[keyof typeof studentMay, string]>([
  //              awaited handed-in returned graded closed
  ['submit', 'yes no no no no'],
  ['change', 'no yes yes no no'],
])('what a student may do with the own work: %s', (action, expected) => {
  expect(rowOf(studentMay[action] as Policy<never>, WORK_STATES)).toBe(expected)
})

test('which work a grader may return', () => {
  expect(rowOf(graderMay.giveBack, WORK_STATES)).toBe('no yes no no no')
})

test.each([
  [null, 'active', 'awaited'],
  [null, 'pending', 'closed'],
  [null, 'inactive', 'closed'],
  [{ marks: null, status: 'submitted' }, 'active', 'handed-in'],
  [{ marks: null, status: 'submitted' }, 'inactive', 'closed'],
  [{ marks: null, status: 'returned' }, 'active', 'returned'],
  [{ marks: null, status: 'returned' }, 'inactive', 'closed'],
  [{ marks: 0, status: 'submitted' }, 'active', 'graded'],
  [{ marks: 7, status: 'submitted' }, 'inactive', 'graded'],
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

const REPORT_STATES = 'open under_review escalated pending_response resolved closed reopened'

/** The actions on a report by part: yes in the states that allow them. */
const REPORT_ROWS: [ReportAction, string, string][] = [
  //                                            open under_review escalated pending_response resolved closed reopened
  ['edit', 'reporter', 'yes no no no no no no'],
  ['edit', 'administrator', 'yes yes yes yes yes yes yes'],
  ['withdraw', 'reporter', 'yes no no no no no no'],
  ['withdraw', 'administrator', 'yes yes yes yes yes yes yes'],
  ['respond', 'assignee principal administrator', 'yes yes yes yes no no yes'],
  ['await', 'assignee principal administrator', 'no yes no no no no no'],
  ['escalate', 'assignee principal administrator', 'yes yes yes yes no no yes'],
  ['resolve', 'assignee principal administrator', 'yes yes yes yes no no yes'],
  ['close', 'principal administrator', 'no no no no yes no no'],
  ['reopen', 'principal administrator', 'no no no no yes yes no'],
  ['add', 'assignee former reporter concerned principal administrator', 'yes yes yes yes yes no yes'],
]

test.each(REPORT_ROWS)('to %s a report: %s, by its state', (action, parts, expected) => {
  const states = REPORT_STATES.split(' ') as Parameters<typeof mayReport>[1]['status'][]
  for (const part of parts.split(' ') as (typeof REPORT_PARTS)[number][])
    expect([
      part,
      states.map((status) => (mayReport(action, { status, parts: [part] }) ? 'yes' : 'no')).join(' '),
    ]).toEqual([part, expected])
})

test('what no row gives a part of a report is never allowed, and several parts add up', () => {
  for (const action of Object.keys(reportMay) as ReportAction[])
    for (const part of REPORT_PARTS)
      if (!REPORT_ROWS.some(([of, parts]) => of === action && parts.split(' ').includes(part)))
        for (const status of REPORT_STATES.split(' ') as Parameters<typeof mayReport>[1]['status'][])
          expect([action, part, reportRefusal(action, { status, parts: [part] })]).toEqual([action, part, 'never'])
  expect(mayReport('edit', { status: 'escalated', parts: ['reporter', 'administrator'] })).toBe(true)
  expect(mayReport('resolve', { status: 'open', parts: ['reporter', 'assignee'] })).toBe(true)
  expect(mayReport('resolve', { status: 'open', parts: [] })).toBe(false)
  expect(reportRefusal('respond', { status: 'resolved', parts: ['assignee'] })).toBe('This report is resolved.')
})

test('which state an action on a report leads to', () => {
  expect(REPORT_NEXT).toEqual({
    respond: 'under_review',
    await: 'pending_response',
    escalate: 'escalated',
    resolve: 'resolved',
    close: 'closed',
    reopen: 'reopened',
  })
})

test('which assessments stay what they are when one result changes', () => {
  //                                            pending active evaluated approved rejected inactive
  expect(rowOf(staysAsMarked as Policy<never>, 'pending active evaluated approved rejected inactive')).toBe(
    'yes yes yes no yes yes',
  )
})

test.each<[keyof typeof surveyMay, string]>([
  //              draft active closed
  ['edit', 'yes yes no'],
  ['activate', 'yes no yes'],
  ['deactivate', 'no yes yes'],
  ['close', 'yes yes no'],
])('what the status of a survey allows: %s', (action, expected) => {
  expect(rowOf(surveyMay[action] as Policy<never>, 'draft active closed')).toBe(expected)
})

test('what a survey allows that somebody has answered, and one that nobody has', () => {
  for (const action of ['rewrite', 'readdress', 'disguise', 'retouch', 'restrict', 'repeat', 'remove'] as const)
    expect([action, rowOf(answeredMay[action] as Policy<never>, 'none some')]).toEqual([action, 'yes no'])
  expect(rowOf(reopening as Policy<never>, 'free final')).toBe('yes no')
  expect(Object.keys(answeredMay)).toHaveLength(7)
  expect(SURVEY_NEXT).toEqual({ activate: 'active', deactivate: 'draft', close: 'closed' })
})

test.each([
  //  status     first day     last day      on 1 June
  ['draft', null, null, 'draft'],
  ['draft', null, '2026-05-31', 'expired'],
  ['active', null, null, 'open'],
  ['active', '2026-06-01', '2026-06-01', 'open'],
  ['active', '2026-06-02', null, 'planned'],
  ['active', '2026-01-01', '2026-05-31', 'expired'],
  ['closed', null, null, 'closed'],
  ['closed', null, '2026-05-31', 'expired'],
] as const)('a survey that is %s from %s to %s is %s', (status, start_date, end_date, expected) => {
  expect(standingOf({ status, start_date, end_date }, '2026-06-01')).toBe(expected)
})

test('a survey is answered while it is open', () => {
  expect(rowOf(takesAnswers as Policy<never>, 'draft planned open expired closed')).toBe('no no yes no no')
  expect(refusalOf(takesAnswers, 'expired')).toBe('This survey has expired')
})

test('what was changed because of a survey is told once it has ended', () => {
  expect(rowOf(takesChanges as Policy<never>, 'draft planned open expired closed')).toBe('no no no yes yes')
})

test('students are reminded of a survey while it is open, once a day, by mail', () => {
  expect(rowOf(takesReminder as Policy<never>, 'draft planned open expired closed mute reminded')).toBe(
    'no no yes no no no no',
  )
  const now = Date.parse('2026-06-02T08:00:00.000Z')
  const state = (standing: keyof typeof takesAnswers, reminded_at: string | null, hasMail = true) =>
    reminderStateOf({ standing, reminded_at }, { hasMail, now })
  expect(state('open', null)).toBe('open')
  expect(state('open', '2026-06-01T08:00:00.001Z')).toBe('reminded')
  expect(state('open', '2026-06-01T08:00:00.000Z')).toBe('open')
  expect(state('closed', '2026-06-01T08:00:00.001Z')).toBe('closed')
  expect(state('closed', null, false)).toBe('mute')
})

test('a survey is activated with questions, until its last day', () => {
  expect(rowOf(activation as Policy<never>, 'ready empty expired')).toBe('yes no no')
  expect(readinessOf({ question_count: 0, end_date: '2026-05-31' }, '2026-06-01')).toBe('empty')
  expect(readinessOf({ question_count: 1, end_date: '2026-05-31' }, '2026-06-01')).toBe('expired')
  expect(readinessOf({ question_count: 1, end_date: '2026-06-01' }, '2026-06-01')).toBe('ready')
})

test('a refusal has a text, and what is allowed has none', () => {
  expect(refusalOf(sessionMay.take, 'cancelled')).toBe('This session is cancelled.')
  expect(refusalOf(sessionMay.take, 'completed')).toBe('Attendance has already been taken for this session.')
  expect(refusalOf(sessionMay.revise, 'pending')).toBe('Attendance has not been taken for this session yet.')
  expect(refusalOf(studentMay.change, 'graded')).toBe('A graded submission can no longer be changed.')
  expect(refusalOf(sessionMay.take, 'pending')).toBeUndefined()
})

test('in a state that the page does not know nothing may be done, and it is said why', () => {
  const told = 'Reload the page to do this: it is older than the server.'
  for (const policy of [sessionMay.take, surveyMay.edit, leaveMay.decide] as Policy<string>[])
    expect([allows(policy, 'unheard_of'), refusalOf(policy, 'unheard_of')]).toEqual([false, told])
  expect(mayReport('respond', { status: 'unheard_of' as 'open', parts: ['assignee'] })).toBe(false)
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

test('criteria change until a student has marks for them', () => {
  expect(rowOf(criteriaChange as Policy<never>, 'unmarked marked')).toBe('yes no')
  expect([0, 1, null].map((criteria_count) => criteriaStateOf({ criteria_count }))).toEqual([
    'unmarked',
    'marked',
    'unmarked',
  ])
})
