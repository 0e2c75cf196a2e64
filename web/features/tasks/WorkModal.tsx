import { MySubmissionModal } from './MySubmissionModal.tsx'
import { SubmitTaskModal } from './SubmitTaskModal.tsx'

interface Props {
  /** True when the work was handed in before. */
  submitted: boolean
  taskId: number
  onClose: () => void
}

/** Shows a student's work on a task: to hand in, or as handed in. */
export const WorkModal = ({ submitted, ...one }: Props) =>
  submitted ? <MySubmissionModal {...one} /> : <SubmitTaskModal {...one} />
