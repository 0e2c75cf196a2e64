import type { REPORT_STATUSES } from '../labels.ts'
import { type Policy, refusalOf } from './policy.ts'

type State = (typeof REPORT_STATUSES)[number]

/** The parts a person can have in a case, often several at once. A person without any is shown nothing of it. */
export const REPORT_PARTS = [
  'administrator',
  'principal',
  'assignee',
  /** A person who had the case before. */
  'former',
  'reporter',
  /** The student concerned, unless the case is hidden from that student. */
  'concerned',
] as const
export type ReportPart = (typeof REPORT_PARTS)[number]

const RESOLVED = 'This report is resolved.'
const CLOSED = 'This report is closed.'
const BEGUN = 'This report can no longer be changed: it is being handled.'

const unresolved: Policy<State> = {
  open: true,
  under_review: true,
  escalated: true,
  pending_response: true,
  resolved: RESOLVED,
  closed: CLOSED,
  reopened: true,
}

const whileOpen: Policy<State> = {
  open: true,
  under_review: BEGUN,
  escalated: BEGUN,
  pending_response: BEGUN,
  resolved: RESOLVED,
  closed: CLOSED,
  reopened: BEGUN,
}

const always: Policy<State> = {
  open: true,
  under_review: true,
  escalated: true,
  pending_response: true,
  resolved: true,
  closed: true,
  reopened: true,
}

const untilClosed: Policy<State> = { ...always, closed: CLOSED }

const NOT_UNDER_REVIEW = 'A reply is awaited only while a report is under review.'
const awaiting: Policy<State> = {
  open: NOT_UNDER_REVIEW,
  under_review: true,
  escalated: NOT_UNDER_REVIEW,
  pending_response: 'A reply is awaited already.',
  resolved: RESOLVED,
  closed: CLOSED,
  reopened: NOT_UNDER_REVIEW,
}

const NOT_RESOLVED = 'This report is not resolved yet.'
const closing: Policy<State> = {
  open: NOT_RESOLVED,
  under_review: NOT_RESOLVED,
  escalated: NOT_RESOLVED,
  pending_response: NOT_RESOLVED,
  resolved: true,
  closed: 'This report is closed already.',
  reopened: NOT_RESOLVED,
}

const reopening: Policy<State> = { ...closing, closed: true }

/** The states in which each part may do an action with a case. */
export const reportMay = {
  /** To change the report and its assignee. */
  edit: { reporter: whileOpen, administrator: always },
  withdraw: { reporter: whileOpen, administrator: always },
  /** To save the initial response. */
  respond: { assignee: unresolved, principal: unresolved, administrator: unresolved },
  /** To ask for a reply, for which the case then waits. */
  await: { assignee: awaiting, principal: awaiting, administrator: awaiting },
  escalate: { assignee: unresolved, principal: unresolved, administrator: unresolved },
  resolve: { assignee: unresolved, principal: unresolved, administrator: unresolved },
  close: { principal: closing, administrator: closing },
  reopen: { principal: reopening, administrator: reopening },
  /** To add a comment or evidence; a student's entry is a reply. */
  add: {
    assignee: untilClosed,
    former: untilClosed,
    reporter: untilClosed,
    concerned: untilClosed,
    principal: untilClosed,
    administrator: untilClosed,
  },
} satisfies Record<string, Partial<Record<ReportPart, Policy<State>>>>
export type ReportAction = keyof typeof reportMay

/** The state after an action; other actions keep it. */
export const REPORT_NEXT = {
  respond: 'under_review',
  await: 'pending_response',
  escalate: 'escalated',
  resolve: 'resolved',
  close: 'closed',
  reopen: 'reopened',
} as const satisfies Partial<Record<ReportAction, State>>

interface CaseView {
  status: State
  parts: readonly ReportPart[]
}

/**
 * Returns the refusal of an action for a person with these parts in a case: `never` when none of the parts may do it,
 * the text when the state forbids it, undefined when it is allowed.
 */
export function reportRefusal(action: ReportAction, { status, parts }: CaseView): 'never' | string | undefined {
  const policies: Partial<Record<ReportPart, Policy<State>>> = reportMay[action]
  const answers = parts.flatMap((part) => {
    const policy = policies[part]
    return policy ? [refusalOf(policy, status)] : []
  })
  if (answers.length === 0) return 'never'
  return answers.includes(undefined) ? undefined : answers[0]
}

export const mayReport = (action: ReportAction, seen: CaseView): boolean => reportRefusal(action, seen) === undefined

/** The states in which a case waits for its assignee. */
export const WAITING_STATUSES = ['open', 'under_review', 'escalated', 'reopened'] as const satisfies readonly State[]
/** The waiting states without an answer since the case came; overdue after a while. */
export const UNANSWERED_STATUSES = ['open', 'escalated', 'reopened'] as const satisfies readonly State[]
/** The states in which a case is not settled. */
export const UNRESOLVED_STATUSES = [...WAITING_STATUSES, REPORT_NEXT.await] as const

/** Returns true when a case waits for a reply. A reply, or the loss of its author, brings it back to the assignee. */
export const awaitsReply = ({ status }: Pick<CaseView, 'status'>): boolean => status === REPORT_NEXT.await
export const STATUS_AFTER_REPLY = 'under_review' satisfies State
