import { MySubmissionModal } from './MySubmissionModal.tsx'
import { SubmitTaskModal } from './SubmitTaskModal.tsx'

interface Props {
  /** True when the work was handed in before. */
  submitted: boolean
  taskId: number
  onClose: () => void
}

/** A student's own work on a task: to hand in, or as it was handed in. */
export const WorkModal = ({ submitted, ...one }: Props) =>
  submitted ? <MySubmissionModal {...one} /> : <SubmitTaskModal {...one} />
