import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { FilterPanel, OpenFilters } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { academicDepartmentsQuery, activeGroupsQuery } from '../../parts/api.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { taskQuery, tasksOfGroupQuery, useDeleteTask } from './api.ts'
import { BulkTasksModal } from './BulkTasksModal.tsx'
import { groupLabel, TASK } from './rules.ts'
import { TaskForm } from './TaskForm.tsx'
import { TaskPanel } from './TaskPanel.tsx'
import { TasksTable } from './TasksTable.tsx'

export { needs } from './api.ts'

/** For teachers or for students alone: loaded once the screen is there, before anybody asks for it. */
const loadSubmissions = () => import('./SubmissionsModal.tsx')
const SubmissionsModal = lazy(async () => ({ default: (await loadSubmissions()).SubmissionsModal }))
const loadWork = () => import('./WorkModal.tsx')
const WorkModal = lazy(async () => ({ default: (await loadWork()).WorkModal }))

export function TasksPage() {
  const roles = useRoles()
  const creates = can(roles, 'tasks:create')
  const reviews = can(roles, 'submissions:review')
  const submits = can(roles, 'submissions:submit')
  const filters = useFilters()
  const own = useOwnDepartment()
  const [filtersOpened, setFiltersOpened] = useState(false)

  const departmentId = own.locked?.id ?? (own.loading ? undefined : filters.id('department_id'))
  const departments = useQuery(academicDepartmentsQuery)
  const groups = useQuery(activeGroupsQuery(departmentId))
  const department = own.locked ?? departments.data?.find(({ id }) => id === departmentId)
  const asked = departmentId === undefined ? undefined : filters.id('group_id')
  const group = groups.data?.find(({ id }) => id === asked)
  // A shared address may name a group that is not among those that can be chosen.
  const groupId = groups.data && !group ? undefined : asked
  const chosen = { departmentId, groupId }

  const list = useListPage({
    kind: TASK,
    filters,
    query: tasksOfGroupQuery(groupId, filters.page),
    nameOf: ({ name }) => name,
    remove: useDeleteTask(),
  })
  const { modal, id, open, close } = list.dialog
  // Whether it is known which department the person is fixed to.
  const adds = creates && !own.loading

  useEffect(() => {
    if (reviews) loadSubmissions().catch(() => undefined)
    if (submits) loadWork().catch(() => undefined)
  }, [reviews, submits])

  const openFilters = <OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />

  function tasks() {
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
      <PagedList
        list={list}
        skeleton={<TasksTable tasks={[]} loading roles={roles} onAction={list.act} />}
        empty={
          <Prompt
            title="No tasks found"
            action={creates && <Button onClick={() => open('add')}>Add the first task</Button>}
          />
        }
      >
        {({ data }) => <TasksTable tasks={data} roles={roles} onAction={list.act} />}
      </PagedList>
    )
  }

  return (
    <Page
      title="Tasks"
      actions={
        creates && (
          <>
            <AddButton onClick={() => open('add')} />
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
          onChange={(chosenId) => filters.choose({ department_id: chosenId, group_id: undefined })}
        />
        <GroupPicker
          departmentId={departmentId}
          value={groupId}
          onChange={(chosenId) => filters.choose({ group_id: chosenId })}
        />
      </FilterPanel>
      {tasks()}
      <RecordDialog
        kind={TASK}
        dialog={list.dialog}
        query={taskQuery}
        failure="Failed to load task information"
        adds={adds}
        edits={can(roles, 'tasks:update')}
        form={(opening) => <TaskForm {...opening} chosen={chosen} />}
        view={(task) => <TaskPanel task={task} />}
      />
      {modal === 'add-bulk' && adds && <BulkTasksModal chosen={chosen} onClose={close} />}
      {id !== undefined && (
        <Suspense key={id}>
          {modal === 'submissions' && reviews && <SubmissionsModal taskId={id} onClose={close} />}
          {(modal === 'submit' || modal === 'my-submission') && submits && (
            <WorkModal key={modal} submitted={modal === 'my-submission'} taskId={id} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  )
}
