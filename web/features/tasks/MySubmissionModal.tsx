import { useQuery } from '@tanstack/react-query'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { ownSubmissionQuery, taskQuery } from './api.ts'
import { MySubmissionForm } from './MySubmissionForm.tsx'
import { SubmissionPanel } from './SubmissionPanel.tsx'

const TITLE = 'My Task Submission'

interface Props {
  taskId: number
  onClose: () => void
}

/** The own submission: to change while the task is active and nobody has graded it, else to read. */
export function MySubmissionModal({ taskId, onClose }: Props) {
  const own = useQuery(ownSubmissionQuery(taskId))
  const task = useQuery(taskQuery(taskId))
  const both = {
    ...(own.isError ? own : task),
    data: own.data !== undefined && task.data ? { submission: own.data, task: task.data } : undefined,
    isStale: own.isStale,
    isFetchedAfterMount: own.isFetchedAfterMount,
  }
  return (
    <FreshRecordModal
      title={TITLE}
      query={both}
      failure="Failed to load submission. Please try again."
      onClose={onClose}
    >
      {(opened) => {
        // One that was graded meanwhile is shown.
        const { submission, task } = both.data ?? opened
        if (opened.submission && submission?.marks === null && task.status === 'active')
          return <MySubmissionForm title={TITLE} submission={opened.submission} onClose={onClose} />
        return (
          <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            {submission ? (
              <SubmissionPanel submission={submission} />
            ) : (
              <Prompt title="No submission found for this task" />
            )}
          </Modal>
        )
      }}
    </FreshRecordModal>
  )
}
