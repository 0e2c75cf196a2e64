import { sql } from 'kysely'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { studentOf } from '../../core/scope.ts'
import { isOwnGroup } from '../groups/reads.ts'
import { keptTasks } from './reads.ts'

interface FirstGroup {
  id: number
  name: string
  batch_name: string
}

/** Finds tasks by name, those in use and the newest first. A student is not told of other groups. */
export const taskHits = findable({
  kind: 'task',
  action: 'search:tasks',
  rows: (db, caller, q) => {
    const own = studentOf(caller)
    const given = sql`from task_groups tg join groups g on g.id = tg.group_id join batches b on b.id = g.batch_id
      where tg.task_id = tasks.id ${own ? sql`and ${isOwnGroup('g.id', own.id)}` : sql``}`
    return bestFirst(db, q, {
      rows: keptTasks(db, caller).select([
        'tasks.id',
        'tasks.name',
        'tasks.status',
        'tasks.department_id',
        nameOf('departments', 'tasks.department_id').as('department_name'),
        sql<FirstGroup | null>`(select json_build_object('id', g.id, 'name', g.name, 'batch_name', b.name) ${given}
            order by tg.position limit 1)`.as('first_group'),
        sql<number>`(select count(*) ${given})`.as('group_count'),
      ]),
      names: ['tasks.name_folded'],
      order: (rows) => rows.orderBy(sql`tasks.status = 'active' desc`).orderBy('tasks.id', 'desc'),
    })
  },
  hit: ({ id, name, status, department_id, department_name, first_group, group_count }) => ({
    id,
    title: name,
    detail: [
      department_name,
      first_group && `${first_group.batch_name}, ${first_group.name}`,
      group_count > 1 ? `${group_count - 1} more` : null,
      status === 'active' ? null : labelOf(status),
    ],
    to: addressOf('/tasks', { department_id, group_id: first_group?.id, modal: 'view', id }),
  }),
})
