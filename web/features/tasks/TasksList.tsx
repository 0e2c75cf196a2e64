import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { tasks } from '../../../shared/contract/tasks.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { useRoles } from '../../core/login.ts'
import type { RowsPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { TasksTable } from './TasksTable.tsx'

interface Props {
  list: RowsPage<Reply<typeof tasks.list>>
  /** The order of a narrowed list, which says how many tasks it has. */
  order?: string
  empty: ReactNode
}

/** Shows the tasks of a group, or those that a narrowed list has of several. */
export function TasksList({ list, order, empty }: Props) {
  const roles = useRoles()
  return (
    <PagedList list={list} skeleton={<TasksTable tasks={[]} loading roles={roles} onAction={list.act} />} empty={empty}>
      {({ data, meta }) => (
        <>
          {order && (
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 task' : `${meta.total} tasks`}, {order}
            </Text>
          )}
          <TasksTable tasks={data} roles={roles} onAction={list.act} />
        </>
      )}
    </PagedList>
  )
}
