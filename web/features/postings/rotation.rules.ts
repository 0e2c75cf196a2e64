import { collegeToday } from '../../../shared/college-clock.ts'
import type { PlannedPosting } from '../../../shared/contract/postings.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import type { PlanRow } from './rules.ts'

const USUAL_WEEKS = '4'

/**
 * Starts with the groups that have their name in several departments, next Monday and the usual weeks; nobody but the
 * person knows the order of departments.
 */
export const rotationValues = (rows: readonly PlanRow[]) => {
  const today = collegeToday()
  const toMonday = 7 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7)
  return {
    /** The names of the rows. */
    group_ids: rows.flatMap(({ name, groups }) => (groups.length > 1 ? [name] : [])),
    department_ids: [] as string[],
    first_day: dayAfter(today, toMonday),
    weeks: USUAL_WEEKS,
  }
}
type RotationValues = ReturnType<typeof rotationValues>

export const rotationBody = (
  { group_ids, department_ids, first_day, weeks }: RotationValues,
  rows: readonly PlanRow[],
) => ({
  // In the order of the rows, whatever the order of the ticks: each begins one department further.
  group_ids: rows.flatMap(({ name, groups }) => (group_ids.includes(name) && groups[0] ? [groups[0].id] : [])),
  department_ids: department_ids.map(Number),
  first_day,
  weeks: weeks.trim() === '' ? Number.NaN : Number(weeks),
})

/** Returns the form's field for a path of the body: that of a whole list for one of its ids. */
export const rotationField = (path: string) => path.replace(/\.\d+$/, '')

/** Returns the departments in which groups of these rows are, by name. */
export function departmentsOf(rows: readonly PlanRow[]) {
  const all = rows.flatMap(({ groups }) => groups.map(({ department }) => department))
  return [...new Map(all.map((one) => [one.id, one])).values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** A row of the preview: the planned postings of one group, in their order. */
export interface Turn {
  name: string
  postings: PlannedPosting[]
}

export function turnsOf(planned: readonly PlannedPosting[]): Turn[] {
  const turns: Turn[] = []
  for (const posting of planned) {
    const last = turns.at(-1)
    if (last?.name === posting.name) last.postings.push(posting)
    else turns.push({ name: posting.name, postings: [posting] })
  }
  return turns
}

/** Returns the names of rows that are in one department from turn to turn, because there are more rows than departments. */
export function togetherIn(turns: readonly Turn[]): string[][] {
  const byFirst = Map.groupBy(turns, ({ postings }) => postings[0]?.department.id)
  return [...byFirst.values()].filter(({ length }) => length > 1).map((theirs) => theirs.map(({ name }) => name))
}
