import { IconHistory } from '@tabler/icons-react'
import { Alert } from './Alert.tsx'
import { Button } from './buttons.tsx'
import { Group, Text } from './elements.tsx'

interface Props {
  disabled: boolean
  onStartOver: () => void
}

/** Says that a form opened with a draft, and offers to start over. */
export const RestoredNote = ({ disabled, onStartOver }: Props) => (
  <Alert color="gray" icon={<IconHistory aria-hidden />} role="status">
    <Group justify="space-between">
      <Text size="sm">Restored what you typed.</Text>
      <Button variant="default" size="xs" disabled={disabled} onClick={onStartOver}>
        Start over
      </Button>
    </Group>
  </Alert>
)
