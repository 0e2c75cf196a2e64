import type { Promotion } from '../../../shared/contract/batches.ts'
import { YEARS } from '../../../shared/limits.ts'

type Year = Promotion['from']

interface Member {
  status: Promotion['staying'][number]['status']
  /** Null where the batch's year counts. */
  own_year: Year | null
}

/**
 * Returns the students of a batch that the year's turn moves, and those that stay. Before the last year it moves the
 * students whose year is the batch's; after it the active students graduate, and those of another status stay as they
 * are.
 */
export function turnOf<M extends Member>(from: Year, members: M[]): { to: Year | null; moving: M[]; staying: M[] } {
  const to = YEARS[YEARS.indexOf(from) + 1] ?? null
  const goesOn = (member: M) => (to === null ? member.status === 'active' : member.own_year === null)
  const stays = (member: M) => !goesOn(member) && (to !== null || member.status !== 'graduated')
  return { to, moving: members.filter(goesOn), staying: members.filter(stays) }
}

/** Those that are named where something stands in the way of several. */
export const NAMED = 10

export const whoIs = ({ name, roll_no }: { name: string; roll_no: string | null }) =>
  roll_no === null ? name : `${name} (${roll_no})`

/**
 * Returns the own year of a student who is held back: the former year, and none in a batch of that year, whose next turn
 * moves the student on.
 */
export const heldYear = (from: Year, { own_year }: Pick<Member, 'own_year'>, movesToBatch: boolean): Year | null =>
  movesToBatch ? (own_year === from ? null : own_year) : (own_year ?? from)
