import type { tasks } from '../../../shared/contract/tasks.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import type { TasksOnly } from '../../../shared/only.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import type { RowsPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { TasksTable } from './TasksTable.tsx'

interface Props {
  list: RowsPage<Reply<typeof tasks.list>>
  only: TasksOnly | undefined
  onShowAll: () => void
  onAdd: () => void
}

/** Shows the tasks of a group, or those that a narrowed list has of several. */
export function TasksList({ list, only, onShowAll, onAdd }: Props) {
  const roles = useRoles()
  const first = can(roles, 'tasks:create') && <Button onClick={onAdd}>Add the first task</Button>
  return (
    <PagedList
      list={list}
      skeleton={<TasksTable tasks={[]} loading roles={roles} onAction={list.act} />}
      empty={
        only ? (
          <NothingFound title="No tasks found" of="tasks" onShowAll={onShowAll} />
        ) : (
          <Prompt title="No tasks found" action={first} />
        )
      }
    >
      {({ data, meta }) => (
        <>
          {only && (
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 task' : `${meta.total} tasks`},{' '}
              {only === 'due' ? 'the first to be due first' : 'the longest waiting first'}
            </Text>
          )}
          <TasksTable tasks={data} roles={roles} ofSeveral={only !== undefined} onAction={list.act} />
        </>
      )}
    </PagedList>
  )
}
