import { CreateTaskInput, type Task } from '../../../shared/contract/tasks.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useTaskChanges } from './api.ts'
import { TASK, type TaskChoices, type TaskValues, taskBody, taskField, taskValues } from './rules.ts'
import { TaskFields } from './TaskFields.tsx'

/** Adds a task, or changes one. */
export function TaskForm({ chosen, ...opening }: Opening<Task> & { chosen: TaskChoices }) {
  const task = opening.record
  const toBody = (values: TaskValues) => taskBody(values, task)
  const form = useRecordForm({
    kind: TASK,
    opening,
    values: taskValues(task, chosen),
    // The whole record is in the form, so the create's rules between its fields hold for a change too.
    schema: CreateTaskInput,
    toBody,
    fieldOf: taskField,
    ...useTaskChanges(),
  })
  return (
    <RecordForm form={form}>
      <TaskFields fields={form.fields} task={task} />
    </RecordForm>
  )
}
