import { IconPlus } from '@tabler/icons-react'
import { Button } from './buttons.tsx'

/** Opens the form of a new record. */
export const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    Add
  </Button>
)
