import { Button } from '@mantine/core'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Task } from '../../../shared/contract/tasks.ts'
import { can } from '../../../shared/permissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { FilterPanel, OpenFilters } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { academicDepartmentsQuery, activeGroupsQuery } from '../../parts/api.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RemovalProblem } from '../../ui/RemovalProblem.tsx'
import { tasksOfGroupQuery, useDeleteTask } from './api.ts'
import { BulkTasksModal } from './BulkTasksModal.tsx'
import { MySubmissionModal } from './MySubmissionModal.tsx'
import { groupLabel } from './rules.ts'
import { SubmitTaskModal } from './SubmitTaskModal.tsx'
import { NewTaskForm } from './TaskForm.tsx'
import { TaskModal } from './TaskModal.tsx'
import { type TaskAction, TasksTable } from './TasksTable.tsx'

/** Nothing for students: loaded once the screen is there, before anybody asks for it. */
const loadSubmissions = () => import('./SubmissionsModal.tsx')
const SubmissionsModal = lazy(async () => ({ default: (await loadSubmissions()).SubmissionsModal }))

export function TasksPage() {
  const roles = useRoles()
  const reviews = can(roles, 'submissions:review')
  const filters = useFilters()
  const { modal, id: taskId, open, close } = useModalUrl()
  const own = useOwnDepartment()
  const [filtersOpened, setFiltersOpened] = useState(false)

  const departmentId = own.locked?.id ?? (own.loading ? undefined : filters.id('department_id'))
  const departments = useQuery(academicDepartmentsQuery)
  const groups = useQuery({ ...activeGroupsQuery(departmentId ?? 0), enabled: departmentId !== undefined })
  const department = own.locked ?? departments.data?.find(({ id }) => id === departmentId)
  const asked = departmentId === undefined ? undefined : filters.id('group_id')
  const group = groups.data?.find(({ id }) => id === asked)
  // A shared address may name a group that is not among those that can be chosen.
  const groupId = groups.data && !group ? undefined : asked

  const page = filters.id('page') ?? 1
  const tasks = useQuery(tasksOfGroupQuery(groupId, page))
  const remove = useMutation({ mutationFn: useDeleteTask() })

  useEffect(() => {
    if (reviews) loadSubmissions().catch(() => undefined)
  }, [reviews])

  async function askToDelete(task: Task): Promise<void> {
    const yes = await confirm({
      title: 'Delete Task',
      message: 'Are you sure you want to delete this task?',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!yes) return
    remove.mutate({ params: { id: task.id } }, { onSuccess: () => toast.success('Task deleted successfully!') })
  }

  const act = (action: TaskAction, task: Task) => (action === 'delete' ? askToDelete(task) : open(action, task.id))

  const openFilters = <OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />

  function list() {
    if (departmentId === undefined)
      return (
        <Prompt
          title="Select a Department"
          text="Tasks are listed for one group of a department."
          action={openFilters}
        />
      )
    if (groupId === undefined)
      return <Prompt title="Select a Group" text="Tasks are listed for one group." action={openFilters} />
    return (
      <ListState
        query={tasks}
        skeleton={<TasksTable tasks={[]} loading roles={roles} onAction={act} />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Prompt
            title="No tasks found"
            action={can(roles, 'tasks:create') && <Button onClick={() => open('add')}>Add the first task</Button>}
          />
        }
      >
        {({ data, meta }) => (
          <>
            <TasksTable tasks={data} roles={roles} onAction={act} />
            <PagesRow meta={meta} onPage={(next) => filters.set({ page: next === 1 ? undefined : next })} />
          </>
        )}
      </ListState>
    )
  }

  return (
    <Page
      title="Tasks"
      actions={
        can(roles, 'tasks:create') && (
          <>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
              Add
            </Button>
            <Button
              variant="default"
              leftSection={<IconTableImport size={16} aria-hidden />}
              onClick={() => open('add-bulk')}
            >
              Add Bulk
            </Button>
          </>
        )
      }
    >
      <FilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        chosen={[
          { label: 'Department', value: department?.name },
          { label: 'Group', value: group && groupLabel(group) },
        ]}
      >
        <DepartmentPicker
          value={departmentId}
          onChange={(id) => filters.set({ department_id: id, group_id: undefined, page: undefined })}
        />
        <GroupPicker
          departmentId={departmentId}
          value={groupId}
          onChange={(id) => filters.set({ group_id: id, page: undefined })}
        />
      </FilterPanel>
      <RemovalProblem text={remove.error ? messageOf(remove.error) : undefined} onDismiss={remove.reset} />
      {list()}
      <TaskModals
        modal={modal}
        taskId={taskId}
        departmentId={departmentId}
        groupId={groupId}
        ready={!own.loading}
        roles={roles}
        onClose={close}
      />
    </Page>
  )
}

interface ModalsProps {
  modal: string | undefined
  taskId: number | undefined
  departmentId: number | undefined
  groupId: number | undefined
  /** Whether it is known which department the person is fixed to. */
  ready: boolean
  roles: readonly string[]
  onClose: () => void
}

function TaskModals({ modal, taskId, departmentId, groupId, ready, roles, onClose }: ModalsProps) {
  if (ready && can(roles, 'tasks:create')) {
    const chosen = { departmentId, groupId, onClose }
    if (modal === 'add') return <NewTaskForm {...chosen} />
    if (modal === 'add-bulk') return <BulkTasksModal {...chosen} />
  }
  if (taskId === undefined) return null
  const one = { key: taskId, taskId, onClose }
  if (modal === 'view') return <TaskModal {...one} mode="view" />
  if (modal === 'edit' && can(roles, 'tasks:update')) return <TaskModal {...one} mode="edit" />
  if (modal === 'submissions' && can(roles, 'submissions:review'))
    return (
      <Suspense>
        <SubmissionsModal {...one} />
      </Suspense>
    )
  if (modal === 'submit' && can(roles, 'submissions:submit')) return <SubmitTaskModal {...one} />
  if (modal === 'my-submission' && can(roles, 'submissions:submit')) return <MySubmissionModal {...one} />
  return null
}
