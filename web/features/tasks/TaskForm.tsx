import { useState } from 'react'
import { CreateTaskInput, type Task } from '../../../shared/contract/tasks.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useCreateTasks, useUpdateTask } from './api.ts'
import { newTaskValues, taskBody, taskField, taskValues } from './rules.ts'
import { TaskFields } from './TaskFields.tsx'

interface EditProps {
  task: Task
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload: () => void
}

export function EditTaskForm({ task: read, onClose, onReload }: EditProps) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [task] = useState(read)
  const update = useUpdateTask()
  const form = useDraftForm({
    key: `task:${task.id}`,
    initialValues: taskValues(task),
    // The whole record is in the form, so the create's rules between its fields hold here too.
    schema: CreateTaskInput,
    toBody: taskBody,
    fieldOf: taskField,
    save: (_, values) =>
      update({ params: { id: task.id }, body: { ...taskBody(values), updated_at: values.updated_at } }),
    onSaved: () => {
      toast.success('Task updated successfully!')
      onClose()
    },
  })
  function discard(): void {
    form.discard()
    onReload()
  }
  return (
    <FormModal
      title="Edit Task"
      form={{ ...form, discard }}
      onClose={onClose}
      after={<HistoryPanel entity="task" id={task.id} />}
    >
      <TaskFields fields={form.fields} task={task} />
    </FormModal>
  )
}

interface NewProps {
  /** What is chosen in the list's filters. */
  departmentId: number | undefined
  groupId: number | undefined
  onClose: () => void
}

export function NewTaskForm({ departmentId, groupId, onClose }: NewProps) {
  const create = useCreateTasks()
  const [initialValues] = useState(() => newTaskValues(departmentId, groupId))
  const form = useDraftForm({
    key: 'task:new',
    initialValues,
    schema: CreateTaskInput,
    toBody: taskBody,
    fieldOf: taskField,
    save: (body, _, key) => create({ body, key }),
    onSaved: () => {
      toast.success('Task created successfully!')
      onClose()
    },
  })
  return (
    <FormModal title="Add New Task" form={form} onClose={onClose}>
      <TaskFields fields={form.fields} task={undefined} />
    </FormModal>
  )
}
