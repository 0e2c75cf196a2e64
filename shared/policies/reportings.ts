import type { REPORT_STATUSES } from '../labels.ts'
import { type Policy, refusalOf } from './policy.ts'

type State = (typeof REPORT_STATUSES)[number]

/** Who somebody may be to a case, often several at once. Who is none of them is shown nothing of it. */
export const REPORT_PARTS = [
  'administrator',
  'principal',
  'assignee',
  /** Has had it before. */
  'former',
  'reporter',
  /** The student whom it is about, where it is not hidden from that student. */
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

/** What may be done with a case, by whom, in which state. */
export const reportMay = {
  /** To change what was reported, and to whom. */
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
  /** To add a comment or evidence to its file; a student's is a reply. */
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

/** The state that an action leads to; the others leave it as it is. */
export const REPORT_NEXT = {
  respond: 'under_review',
  await: 'pending_response',
  escalate: 'escalated',
  resolve: 'resolved',
  close: 'closed',
  reopen: 'reopened',
} as const satisfies Partial<Record<ReportAction, State>>

interface Seen {
  status: State
  parts: readonly ReportPart[]
}

/**
 * Why somebody who is this to a case may not do that: `never` to such a person, or the text of what the state refuses;
 * undefined where it may be done.
 */
export function reportRefusal(action: ReportAction, { status, parts }: Seen): 'never' | string | undefined {
  const policies: Partial<Record<ReportPart, Policy<State>>> = reportMay[action]
  const answers = parts.flatMap((part) => {
    const policy = policies[part]
    return policy ? [refusalOf(policy, status)] : []
  })
  if (answers.length === 0) return 'never'
  return answers.includes(undefined) ? undefined : answers[0]
}

export const mayReport = (action: ReportAction, seen: Seen): boolean => reportRefusal(action, seen) === undefined

/** The states in which a case waits for its assignee. */
export const WAITING_STATUSES = ['open', 'under_review', 'escalated', 'reopened'] as const satisfies readonly State[]
/** Those of them in which nobody has answered since it came; overdue after a while. */
export const UNANSWERED_STATUSES = ['open', 'escalated', 'reopened'] as const satisfies readonly State[]
/** The states in which a case is not settled. */
export const UNRESOLVED_STATUSES = [...WAITING_STATUSES, REPORT_NEXT.await] as const

/** Whether a case waits for a reply. One that comes, or can't come any more, brings it back to who has it. */
export const awaitsReply = ({ status }: Pick<Seen, 'status'>): boolean => status === REPORT_NEXT.await
export const ANSWERED = 'under_review' satisfies State
