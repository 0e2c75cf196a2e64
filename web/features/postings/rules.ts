import { collegeToday } from '../../../shared/college-clock.ts'
import type { Group } from '../../../shared/contract/groups.ts'
import type { Posting, PostingClash } from '../../../shared/contract/postings.ts'
import { folded } from '../../../shared/folding.ts'
import { counted } from '../../../shared/labels.ts'
import { mondayOf, PLAN_DAYS } from '../../../shared/plan-grid.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { isDay, writtenDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { textsOf } from '../../ui/texts.ts'

export const POSTING: RecordKind = { entity: 'posting', title: 'Posting', noun: 'posting' }

/** The shown weeks before today. */
const WEEKS_BEFORE = 2

/** Reads the batch, the department and the first week from the address. */
export function addressOf({ id, text, departmentId }: Address) {
  const asked = text('from')
  const from = mondayOf(isDay(asked) ? asked : dayAfter(collegeToday(), -7 * WEEKS_BEFORE))
  return { batch_id: id('batch'), department_id: departmentId, from, to: dayAfter(from, PLAN_DAYS - 1) }
}

/** A row of the plan: the groups of a batch that have one name, each of another department. */
export interface PlanRow {
  name: string
  groups: readonly Group[]
}

const byName = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true })

/** Puts the groups of a batch into rows by their names, however these are written. */
export function rowsOf(groups: readonly Group[]): PlanRow[] {
  const rows = new Map<string, Group[]>()
  for (const group of groups) {
    const key = folded(group.name)
    rows.set(key, [...(rows.get(key) ?? []), group])
  }
  return [...rows.values()]
    .map((theirs) => ({
      name: theirs[0]?.name ?? '',
      groups: theirs.toSorted((a, b) => byName(a.department.name, b.department.name)),
    }))
    .sort((a, b) => byName(a.name, b.name))
}

export const rowOfGroup = (rows: readonly PlanRow[], groupId: number) =>
  rows.find(({ groups }) => groups.some(({ id }) => id === groupId))

/** Sorts postings by group, and those of a group by day. */
export const inOrder = (postings: readonly Posting[]) =>
  postings.toSorted((a, b) => byName(a.group.name, b.group.name) || a.first_day.localeCompare(b.first_day))

export const clashText = (clashes: readonly PostingClash[]) =>
  clashes
    .map(
      ({ students, department }) =>
        `${counted(students, 'student')} also in ${department?.name ?? 'another department'}`,
    )
    .join(', ')

export const daysText = ({ first_day, last_day }: Pick<Posting, 'first_day' | 'last_day'>) =>
  first_day === last_day ? writtenDay(first_day) : `${writtenDay(first_day)} to ${writtenDay(last_day)}`

export const postingName = ({ group, department }: Posting) => `${group.name}: ${department.name}`

/** Says all of a posting in words, for people who do not see its place in the grid. */
export const postingText = (posting: Posting) =>
  [postingName(posting), daysText(posting), posting.ward, clashText(posting.clashes)].filter(Boolean).join(', ')

/** The days and the row over which somebody has dragged. */
export interface Dragged {
  name: string
  first_day: string
  last_day: string
}

export const daysOfWeeks = (from: string, start: number, end: number) => ({
  first_day: dayAfter(from, Math.min(start, end) * 7),
  last_day: dayAfter(from, Math.max(start, end) * 7 + 6),
})

/** A posting with the days to which somebody has moved it. */
export interface Moved extends Pick<Posting, 'id' | 'first_day' | 'last_day'> {}

export const movedBy = ({ id, first_day, last_day }: Moved, weeks: number): Moved => ({
  id,
  first_day: dayAfter(first_day, weeks * 7),
  last_day: dayAfter(last_day, weeks * 7),
})

interface Chosen {
  rows: readonly PlanRow[]
  departmentId: number | undefined
  dragged: Dragged | undefined
  moved: Moved | undefined
}

/** Returns the group of a row in a department; the only one where there is one. */
export function groupIn(row: PlanRow | undefined, departmentId: number | undefined): string {
  const group = row?.groups.find(({ department_id }) => department_id === departmentId)
  const only = row?.groups.length === 1 ? row.groups[0] : undefined
  return String((group ?? only)?.id ?? '')
}

export function postingValues(posting: Posting | undefined, { rows, departmentId, dragged, moved }: Chosen) {
  const row = rows.find(({ name }) => name === dragged?.name)
  const days = posting === undefined ? dragged : moved?.id === posting.id ? moved : posting
  return {
    row: (posting ? rowOfGroup(rows, posting.group_id) : row)?.name ?? '',
    group_id: posting ? String(posting.group_id) : groupIn(row, departmentId),
    ...textsOf<'first_day' | 'last_day'>(days, ['first_day', 'last_day']),
    ...textsOf(posting, ['ward']),
  }
}
export type PostingValues = ReturnType<typeof postingValues>

export const postingBody = ({ row: _, group_id, ...values }: PostingValues) => ({
  ...values,
  group_id: Number(group_id),
})
