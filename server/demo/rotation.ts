import type { Db } from '../db/types.ts'
import type { College } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import type { Group } from './groups.ts'
import { insertRows } from './insert.ts'
import { turnOf } from './postings.ts'

/** The batches with a plan: the fifth and the fourth year. */
const YEARS = [0, 1]
const LETTERS = 4
/** The turns that are over, and those to come. */
const TURNS_BACK = 8
const TURNS_AHEAD = 6

/** Plans the turns by which the performances of two batches were logged, and the next ones; returns their number. */
export async function fillRotation(tx: Db, { today, batches, departments }: College, groups: Group[]): Promise<number> {
  const planned = YEARS.flatMap((year) =>
    Array.from({ length: LETTERS }, (_, letter) => letter).flatMap((letter) =>
      Array.from({ length: TURNS_BACK + TURNS_AHEAD + 1 }, (_, turn) => {
        const { department, first, last } = turnOf(today, { letter, year }, TURNS_BACK - turn)
        const group = groups.find(
          (one) =>
            one.batch.id === batches[year]?.id &&
            one.department === department &&
            one.name === `Group ${'ABCD'[letter]}`,
        )
        return group
          ? {
              group_id: group.id,
              batch_id: group.batch.id,
              department_id: departments[department],
              first_day: first,
              last_day: last,
              ward: CURRICULUM[department].wards[letter] ?? null,
            }
          : []
      }).flat(),
    ),
  )
  await insertRows(tx, 'postings', planned)
  return planned.length
}
