import * as z from 'zod/mini'
import { SubmitInput } from '../../../shared/contract/submissions.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { NO_FILE } from '../../../shared/files.ts'
import { ApiError } from '../../core/api-error.ts'
import { isCancelled } from '../../core/call.ts'
import { toast } from '../../core/toasts.ts'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { taskQuery, useSubmitWork } from './api.ts'
import { TaskFacts } from './TaskPanel.tsx'
import { WorkFields } from './WorkFields.tsx'

const TITLE = 'Submit Task Work'

/** The files' names stand in for the files, which are added when the form is sent. */
const WorkInput = z.object({
  task_id: SubmitInput.shape.task_id,
  remarks: SubmitInput.shape.remarks,
  files: z.array(z.string()).check(z.minLength(1, NO_FILE)),
})

interface Props {
  taskId: number
  onClose: () => void
}

export function SubmitTaskModal({ taskId, onClose }: Props) {
  return (
    <FreshRecordModal
      title={TITLE}
      query={taskQuery(taskId)}
      failure="Failed to load task information"
      onClose={onClose}
    >
      {(task) =>
        task.submission ? (
          <Modal title={TITLE} thing={task.name} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            <Alert color="gray">You have already submitted this task.</Alert>
          </Modal>
        ) : (
          <SubmitTask task={task} onClose={onClose} />
        )
      }
    </FreshRecordModal>
  )
}

function SubmitTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const files = useChosenFiles()
  const { send, ...uploading } = useSubmitWork()

  const form = useDraftForm({
    key: `submit-task:${task.id}`,
    initialValues: { remarks: '' },
    schema: WorkInput,
    toBody: ({ remarks }) => ({ task_id: String(task.id), remarks, files: files.names }),
    fieldOf: withFilesField,
    files,
    uploading,
    save: async ({ task_id, remarks }, _, key) => {
      try {
        await send({ params: {}, fields: { task_id, remarks }, files: files.added, key })
      } catch (error) {
        if (!isCancelled(error)) toast.error(failureText(error))
        throw error
      }
    },
    onSaved: () => {
      toast.success('Work submitted successfully!')
      onClose()
    },
  })

  return (
    <FormModal
      title={TITLE}
      thing={task.name}
      form={form}
      saveLabel="Submit"
      pendingLabel="Submitting..."
      onClose={onClose}
    >
      <div>
        <TaskFacts task={task} />
      </div>
      <WorkFields form={form} files={files} task={task.name} />
    </FormModal>
  )
}

/** Returns the text of a failure. A 403 means an account with the student's role but no record. */
const failureText = (error: unknown) =>
  error instanceof ApiError && error.status === 403
    ? 'Student information not found. Please contact support.'
    : 'Failed to submit work. Please try again.'
