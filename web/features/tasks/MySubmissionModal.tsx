import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
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
  const submission = useFreshRecord(own).record
  const task = useQuery(taskQuery(taskId))
  const failed = own.isError ? own : task.isError ? task : undefined

  if (submission.data && task.data && submission.data.marks === null && task.data.status === 'active')
    return <MySubmissionForm title={TITLE} submission={submission.data} onClose={onClose} />

  return (
    <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      {submission.data && task.data ? (
        <SubmissionPanel submission={submission.data} />
      ) : failed ? (
        <Problem text="Failed to load submission. Please try again.">
          <Button variant="default" size="xs" onClick={() => failed.refetch()}>
            Retry
          </Button>
        </Problem>
      ) : submission.data === null ? (
        <Prompt title="No submission found for this task" />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  )
}
