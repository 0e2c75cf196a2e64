import { useQuery } from '@tanstack/react-query'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { studentMay, workStateOf } from '../../../shared/policies/submissions.ts'
import { Stack } from '../../ui/elements.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { useLeaveGuards } from '../../ui/leave-guard.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { ownSubmissionQuery, taskQuery } from './api.ts'
import { MySubmissionForm } from './MySubmissionForm.tsx'
import { SubmissionPanel } from './SubmissionPanel.tsx'
import { ThreadPanel } from './ThreadPanel.tsx'

const TITLE = 'My Task Submission'

interface Props {
  taskId: number
  onClose: () => void
}

/** Shows the student's submission: as a form while the task is active and it is not graded, else to read. */
export function MySubmissionModal({ taskId, onClose }: Props) {
  const task = useQuery(taskQuery(taskId))
  const dialog = { title: TITLE, failure: 'Failed to load submission. Please try again.', onClose }
  return (
    <FreshRecordModal {...dialog} query={ownSubmissionQuery(taskId)}>
      {(submission, reload) => (
        <RecordModal {...dialog} query={task}>
          {(current) => {
            // Graded meanwhile, a submission keeps its open form and text: the save's refusal says why.
            if (submission && allows(studentMay.change, workStateOf(submission, current)))
              return <MySubmissionForm title={TITLE} submission={submission} onReload={reload} onClose={onClose} />
            return (
              <Modal title={TITLE} thing={current.name} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
                {submission ? <Fixed submission={submission} /> : <Prompt title="No submission found for this task" />}
              </Modal>
            )
          }}
        </RecordModal>
      )}
    </FreshRecordModal>
  )
}

/** Shows work that can no longer be changed; a question about its marks may still be asked. */
function Fixed({ submission }: { submission: Submission }) {
  const guards = useLeaveGuards()
  return (
    <Stack gap="md">
      <SubmissionPanel submission={submission} />
      <ThreadPanel submission={submission} guards={guards} />
    </Stack>
  )
}
