import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { question } from '../core/confirm.ts'

/** Shows what `confirm()` asks. */
export function ConfirmDialog() {
  const asked = question.use()
  if (!asked) return null
  const no = () => asked.answer(false)
  return (
    <Modal
      opened
      centered
      onClose={no}
      // Handled below: the dialog underneath must not hear the same key.
      closeOnEscape={false}
      title={asked.title}
      zIndex={310}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack
        onKeyDown={(event) => {
          if (event.key === 'Escape') no()
        }}
      >
        <Text>{asked.message}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={no} data-autofocus>
            {asked.cancelLabel ?? 'Cancel'}
          </Button>
          <Button color={asked.danger ? 'red.9' : undefined} onClick={() => asked.answer(true)}>
            {asked.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
