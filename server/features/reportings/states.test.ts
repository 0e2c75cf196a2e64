import { expect, test } from 'vitest'
import { REPORT_STATUSES } from '../../../shared/labels.ts'
import type { Client } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'

const { at, admin, principal, hod, given, about, colleague } = await casesCollege()
const successor = await colleague('hod')
const former = await colleague('faculty')

type Status = (typeof REPORT_STATUSES)[number]

const ACTIONS = {
  edit: { title: 'Another title' },
  respond: { status: 'under_review', initial_response: 'We look into it' },
  await: { status: 'pending_response' },
  escalate: { status: 'escalated', escalation_reason: 'Grave', escalated_to: successor.staffId },
  resolve: { status: 'resolved', resolution_notes: 'Talked' },
  close: { status: 'closed' },
  reopen: { status: 'reopened' },
  'go back to open': { status: 'open' },
  withdraw: null,
}
type Action = keyof typeof ACTIONS

/** The people with a part in the case, and the names for them in the table below. */
const PEOPLE: Record<string, Client> = {
  administrator: admin,
  principal,
  assignee: given.caller,
  former: former.caller,
  reporter: hod,
  concerned: about.caller,
}

/**
 * The answers to each person in the states open, under_review, escalated, pending_response, resolved, closed, reopened.
 * A status that the case has already is no action: nothing changes, and nobody is refused.
 */
const ANSWERS: Record<Action, Record<string, string>> = {
  edit: {
    administrator: '200 200 200 200 200 200 200',
    reporter: '200 409 409 409 409 409 409',
    'principal assignee former concerned': '403 403 403 403 403 403 403',
  },
  respond: {
    'administrator principal assignee': '200 200 200 200 409 409 200',
    'former reporter concerned': '403 403 403 403 403 403 403',
  },
  await: {
    'administrator principal assignee': '409 200 409 200 409 409 409',
    'former reporter concerned': '403 403 403 200 403 403 403',
  },
  escalate: {
    'administrator principal assignee': '200 200 200 200 409 409 200',
    'former reporter concerned': '403 403 403 403 403 403 403',
  },
  resolve: {
    'administrator principal assignee': '200 200 200 200 409 409 200',
    'former reporter concerned': '403 403 403 403 403 403 403',
  },
  close: {
    'administrator principal': '409 409 409 409 200 200 409',
    'assignee former reporter concerned': '403 403 403 403 403 200 403',
  },
  reopen: {
    'administrator principal': '409 409 409 409 200 200 200',
    'assignee former reporter concerned': '403 403 403 403 403 403 200',
  },
  'go back to open': {
    'administrator principal assignee former reporter concerned': '200 409 409 409 409 409 409',
  },
  withdraw: {
    administrator: '200 200 200 200 200 200 200',
    reporter: '200 409 409 409 409 409 409',
    'principal assignee former concerned': '403 403 403 403 403 403 403',
  },
}

/** The state that each leads to. */
const LEADS_TO: Partial<Record<Action, Status>> = {
  respond: 'under_review',
  await: 'pending_response',
  escalate: 'escalated',
  resolve: 'resolved',
  close: 'closed',
  reopen: 'reopened',
}

async function caseIn(status: Status): Promise<number> {
  const isDone = status === 'resolved' || status === 'closed'
  const id = await at.make.reporting(about.id, given.staffId, {
    status,
    reported_by: hod.userId,
    resolved_at: isDone ? new Date() : null,
  })
  await at.db.insertInto('reporting_assignees').values({ reporting_id: id, staff_id: former.staffId }).execute()
  return id
}

const rows = Object.entries(ANSWERS).flatMap(([action, byParts]) =>
  Object.entries(byParts).flatMap(([parts, answers]) =>
    parts.split(' ').map((part) => [action as Action, part, answers] as const),
  ),
)

test('every part has its row for every action', () => {
  expect(rows.map(([action, part]) => `${action} ${part}`).sort()).toEqual(
    Object.keys(ACTIONS)
      .flatMap((action) => Object.keys(PEOPLE).map((part) => `${action} ${part}`))
      .sort(),
  )
})

test.each(rows)('%s, as the %s, in every state', async (action, part, expected) => {
  const caller = PEOPLE[part] as Client
  const body = ACTIONS[action]
  const answers: number[] = []
  for (const [n, status] of REPORT_STATUSES.entries()) {
    const id = await caseIn(status)
    const before = await at.stored('reportings', id)
    const entries = await entryCount(id)
    const answer = body ? await caller.put(`/reportings/${id}`, body) : await caller.delete(`/reportings/${id}`)
    answers.push(answer.status)
    const after = await at.stored('reportings', id)
    const isAllowed = expected.split(' ')[n] === '200'
    // A refused action has changed nothing, and says why where the state is the reason.
    if (!isAllowed) expect([after, await entryCount(id)]).toEqual([before, entries])
    else if (body) expect(after?.status).toBe(LEADS_TO[action] ?? status)
    else expect(after?.withdrawn_by).toBe(caller.userId)
    if (answer.status === 409) expect(answer.body.message).toMatch(/report|reply/)
  }
  expect(answers.join(' ')).toBe(expected)
})

async function entryCount(id: number): Promise<number> {
  const rows = await at.db.selectFrom('reporting_entries').select('id').where('reporting_id', '=', id).execute()
  return rows.length
}
