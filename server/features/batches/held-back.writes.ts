import type { Batch } from '../../../shared/contract/batches.ts'
import { labelOf } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { type Changes, leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { type LinkChange, linkChange, listLinks } from '../memberships/links.reads.ts'
import { lockGroupsOf } from '../memberships/locks.reads.ts'
import { moveToBatch } from '../memberships/writes.ts'
import { setOwnYears } from '../students/own-year.writes.ts'
import type { Member } from './promotion.reads.ts'
import { heldYear, NAMED, whoIs } from './rules.ts'

/** A student who was held back, with what that changed. */
export interface Held {
  id: number
  before: Member['own_year']
  after: Member['own_year']
  links: LinkChange | undefined
}

async function problemOf(tx: Tx, id: number, member: Member | undefined, moving: readonly Member[]) {
  if (member) {
    if (member.status !== 'active') return `${whoIs(member)} is ${labelOf(member.status).toLowerCase()}`
    return moving.includes(member) ? undefined : `${whoIs(member)} has a year of their own`
  }
  const other = await tx
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select(['users.name', 'students.roll_no'])
    .where('students.id', '=', id)
    .executeTakeFirst()
  return other ? `${whoIs(other)} is not in this batch` : `Student ${id} does not exist`
}

/**
 * Returns the students among those moving who are held back.
 * @throws 422 on `held_back` that names who is not active, does not move, or is not in the batch
 */
export async function choose(
  tx: Tx,
  wanted: readonly number[],
  members: readonly Member[],
  moving: readonly Member[],
): Promise<Member[]> {
  const byId = new Map(members.map((member) => [member.id, member]))
  const problems: string[] = []
  for (const id of new Set(wanted)) {
    const problem = problems.length < NAMED && (await problemOf(tx, id, byId.get(id), moving))
    if (problem) problems.push(problem)
  }
  if (problems.length > 0) throw invalid({ held_back: problems })
  const ids = new Set(wanted)
  return moving.filter(({ id }) => ids.has(id))
}

/** @throws 422 on `to_batch_id` for a batch that cannot take those who are held back */
export function refuseJunior(batch: Batch, junior: Batch | undefined, held: readonly Member[]): void {
  const refuse = (problem: string) => invalid({ to_batch_id: [problem] })
  if (!junior) throw refuse('Batch does not exist')
  if (held.length === 0) throw refuse('Nobody is held back')
  if (junior.id === batch.id) throw refuse('Choose another batch than this one')
  if (junior.status !== 'active') throw refuse(`${junior.name} is inactive`)
  if (junior.current_year !== batch.current_year)
    throw refuse(`${junior.name} is in the ${junior.current_year}, not in the ${batch.current_year}`)
}

/** Holds students back, who are locked: they keep the year, in their batch or in one of that year. */
export async function holdBack(
  tx: Tx,
  caller: Caller,
  batch: Batch,
  held: readonly Member[],
  junior: Batch | undefined,
): Promise<Held[]> {
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  const years = held.map((member) => ({
    id: member.id,
    before: member.own_year,
    after: heldYear(batch.current_year, member, junior !== undefined),
  }))
  const before = await listLinks(tx, ids)
  if (junior) {
    await lockGroupsOf(tx, ids)
    for (const id of ids) await moveToBatch(tx, caller, id, junior.id)
  }
  const after = junior ? await listLinks(tx, ids) : before
  await setOwnYears(
    tx,
    years.map(({ id, after: own_year }) => ({ id, own_year })),
  )
  await leaveTrail(
    tx,
    caller,
    years.map((year) => ({
      action: 'hold-back',
      entity: 'student' as const,
      entityId: year.id,
      changes: {
        ...(year.before !== year.after && { current_year: [year.before, year.after] }),
        ...(junior && { batch: [batch.name, junior.name] }),
      } as Changes,
    })),
  )
  return years.map((year) => ({ ...year, links: linkChange(before.get(year.id), after.get(year.id)) }))
}
