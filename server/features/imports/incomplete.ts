import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { blame } from './file-row.ts'
import type { SetRow } from './kinds.ts'
import { countsOn } from './past.ts'
import type { Membership } from './registers.reads.ts'
import { isNewSession, keyOfSession, type PlannedEntry } from './registers.ts'

/**
 * Blames the first row of each register that would be taken without some of the members of its day: taking it makes
 * everybody absent of whom it says nothing.
 */
export function refuseIncomplete(plan: readonly SetRow<PlannedEntry>[], memberships: readonly Membership[]): void {
  const members = Map.groupBy(memberships, ({ group_id }) => group_id)
  const registers = Map.groupBy(
    plan.flatMap(({ row, items }) => items.map((item) => ({ row, item }))),
    ({ item }) => keyOfSession(item.session),
  )
  for (const entries of registers.values()) {
    const [first] = entries
    if (!first) continue
    const { session } = first.item
    if (!isNewSession(session) && allows(sessionMay.revise, session.status)) continue
    const groupId = isNewSession(session) ? session.group.id : session.group_id
    const posted = new Set(entries.map(({ item }) => item.student.id))
    const lacking = (members.get(groupId) ?? []).filter(
      (one) => one.student_status === 'active' && countsOn(one, session.activity_date) && !posted.has(one.student_id),
    )
    if (lacking.length === 0) continue
    first.row.outcome = 'error'
    blame(first.row.errors, 'row', lackingText(lacking, session.activity_date))
  }
}

function lackingText([first, ...more]: readonly Membership[], day: string): string {
  const who = more.length === 0 ? `${first?.name}, who was` : `${first?.name} and ${more.length} more, who were`
  return `The file says nothing of ${who} in the group on ${writtenDay(day)}, and would make them absent. Add them, or leave this day out.`
}
