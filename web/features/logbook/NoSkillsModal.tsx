import { Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'

/** Says why a student can log nothing yet. */
export const NoSkillsModal = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Log a Performance" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
    <Text>
      There is no skill to log yet: you are in no group, or your departments have not entered their skills. Please ask
      your head of department.
    </Text>
  </Modal>
)
