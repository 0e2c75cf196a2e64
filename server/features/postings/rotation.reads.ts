import { sql } from 'kysely'
import type { PlannedPosting, RotationInput } from '../../../shared/contract/postings.ts'
import { folded } from '../../../shared/folding.ts'
import { counted } from '../../../shared/labels.ts'
import { rotated } from '../../../shared/rotation.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { departmentProblem } from '../departments/reads.ts'
import { readGroupsByIds } from '../groups/reads.ts'
import { clashesOf } from './reads.ts'

/** Returns the batch and the names of the rows for which these groups stand, in the order of the ids given. */
async function rowsOf(db: Db, caller: Caller, groupIds: readonly number[]) {
  const found = await readGroupsByIds(db, caller, groupIds)
  const groups = groupIds.map((id) => found.find((group) => group.id === id))
  const known = groups.filter((group) => group !== undefined)
  const [first] = known
  if (!first || known.length < groups.length) throw invalid({ group_ids: ['Group does not exist'] })
  if (known.some(({ batch_id }) => batch_id !== first.batch_id))
    throw invalid({ group_ids: ['Choose groups of one batch'] })
  if (new Set(known.map(({ name }) => folded(name))).size < known.length)
    throw invalid({ group_ids: ['Choose one group of each name'] })
  return { batchId: first.batch_id, names: known.map(({ name }) => name) }
}

async function checkDepartments(db: Db, caller: Caller, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const problem = await departmentProblem(db, caller, id, 'postings')
    if (problem) throw invalid({ department_ids: [problem] })
  }
}

interface PlannedRow extends Omit<PlannedPosting, 'department' | 'problem'> {
  department_id: number
  department_name: string
  overlaps: number
}

function problemOf({ group_id, name, department_name, overlaps }: PlannedRow): string | null {
  if (group_id === null) return `${department_name} has no group “${name}”`
  return overlaps > 0 ? `Has ${counted(overlaps, 'posting')} in ${department_name} on some of these days` : null
}

/**
 * Returns the postings of a rotation, row by row, each with what is in its way. Students are looked for among the
 * planned postings too: groups of one name may have different members.
 */
export async function planRotation(db: Db, caller: Caller, input: RotationInput): Promise<PlannedPosting[]> {
  await checkDepartments(db, caller, input.department_ids)
  const { batchId, names } = await rowsOf(db, caller, input.group_ids)
  const planned = rotated({
    rows: names,
    departments: input.department_ids,
    first_day: input.first_day,
    weeks: input.weeks,
  })
  const { rows } = await sql<PlannedRow>`
    with planned as materialized (
      select wanted.*, g.id as group_id
      from unnest(${planned.map(({ row }) => row)}::text[], ${planned.map(({ department }) => department)}::integer[],
        ${planned.map((one) => one.first_day)}::date[], ${planned.map((one) => one.last_day)}::date[])
        with ordinality wanted (name, department_id, first_day, last_day, place)
      left join groups g on g.batch_id = ${batchId} and g.department_id = wanted.department_id
        and g.name_folded = folded(wanted.name))
    select planned.name, planned.group_id, planned.first_day, planned.last_day, department.id as department_id,
      department.name as department_name,
      (select count(*)::int from postings where postings.group_id = planned.group_id
        and postings.first_day <= planned.last_day and postings.last_day >= planned.first_day) as overlaps,
      ${clashesOf(caller, {
        group_id: sql`planned.group_id`,
        first_day: sql`planned.first_day`,
        last_day: sql`planned.last_day`,
        others: sql`(select group_id, department_id, first_day, last_day from postings union all
          select group_id, department_id, first_day, last_day from planned where group_id is not null)`,
      })} as clashes
    from planned join departments department on department.id = planned.department_id
    order by planned.place`.execute(db)
  return rows.map((row) => {
    const { department_id, department_name, overlaps: _, ...rest } = row
    return { ...rest, department: { id: department_id, name: department_name }, problem: problemOf(row) }
  })
}
