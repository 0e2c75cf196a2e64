import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { activeGroupsQuery } from '../../parts/api.ts'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Button } from '../../ui/buttons.tsx'
import { later } from '../../ui/later.tsx'
import { taskQuery, tasksQuery, useTaskChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { addressOf, groupLabel, onlyOptions, TASK } from './rules.ts'
import { TaskPanel } from './TaskPanel.tsx'
import { TasksFields } from './TasksFields.tsx'
import { TasksList } from './TasksList.tsx'

export { needs } from './api.ts'

// Only for teachers, or only for students.
const TaskForm = later(dialogs.add)
const BulkTasksModal = later(dialogs['add-bulk'])
const SubmissionsModal = later(dialogs.submissions)
const WorkModal = later(dialogs.submit)

const NO_DEPARTMENT = { title: 'Select a Department', text: 'Tasks are listed for one group of a department.' }
const NO_GROUP = { title: 'Select a Group', text: 'Tasks are listed for one group.' }

/** Loads the code of the dialogs that a person may open. */
function useDialogsWhenIdle(roles: readonly string[]): void {
  BulkTasksModal.useWhenIdle(can(roles, 'tasks:create'))
  TaskForm.useWhenIdle(can(roles, 'tasks:create') || can(roles, 'tasks:update'))
  SubmissionsModal.useWhenIdle(can(roles, 'submissions:review'))
  WorkModal.useWhenIdle(can(roles, 'submissions:submit'))
}

export function TasksPage() {
  const roles = useRoles()
  const creates = can(roles, 'tasks:create')
  const edits = can(roles, 'tasks:update')
  const reviews = can(roles, 'submissions:review')
  const submits = can(roles, 'submissions:submit')
  const { own, department, filters } = useDepartmentFilters()
  const { departmentId } = filters

  const { only, group_id } = addressOf(filters)
  const groups = useQuery(activeGroupsQuery(departmentId))
  const asked = departmentId === undefined ? undefined : group_id
  const group = groups.data?.find(({ id }) => id === asked)
  // A shared address may name a group that can't be chosen.
  const groupId = groups.data && !group ? undefined : asked
  const chosen = { departmentId, groupId }

  const list = useListPage({
    kind: TASK,
    filters,
    query: {
      ...tasksQuery({ department_id: departmentId, group_id: groupId, only }, filters.page),
      ...(only !== undefined && { enabled: !own.loading }),
    },
    nameOf: ({ name }) => name,
    remove: useTaskChanges().remove,
  })
  const { modal, id, open, close } = list.dialog
  const shown = onlyOptions(filters)
  // The add button waits until the person's fixed department is known.
  const adds = creates && !own.loading

  useDialogsWhenIdle(roles)

  function missing() {
    if (only !== undefined || chosen.groupId !== undefined) return undefined
    return departmentId === undefined ? NO_DEPARTMENT : NO_GROUP
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
      <ChosenList
        chosen={[
          { label: 'Department', value: department?.name },
          { label: 'Group', value: group && groupLabel(group) },
          { label: 'Show', value: shown.find(({ value }) => value === only)?.label },
        ]}
        fields={<TasksFields filters={filters} chosen={chosen} shown={shown} only={only} />}
        missing={missing()}
      >
        {() => (
          <TasksList
            list={list}
            only={only}
            onShowAll={() => filters.choose({ only: undefined })}
            onAdd={() => open('add')}
          />
        )}
      </ChosenList>
      <RecordDialog
        kind={TASK}
        dialog={list.dialog}
        query={taskQuery}
        failure="Failed to load task information"
        adds={adds}
        edits={edits}
        form={(opening) => <TaskForm {...opening} chosen={chosen} />}
        view={(task) => <TaskPanel task={task} />}
      />
      {modal === 'add-bulk' && adds && <BulkTasksModal chosen={chosen} onClose={close} />}
      {id !== undefined && modal === 'submissions' && reviews && (
        <SubmissionsModal key={id} taskId={id} onClose={close} />
      )}
      {id !== undefined && (modal === 'submit' || modal === 'my-submission') && submits && (
        <WorkModal key={`${modal} ${id}`} submitted={modal === 'my-submission'} taskId={id} onClose={close} />
      )}
    </Page>
  )
}
