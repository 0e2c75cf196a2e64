import { question } from '../core/confirm.ts'
import { Button } from '../ui/buttons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Group, Stack, Text } from '../ui/elements.tsx'

/** Shows the question of `confirm()`. */
export function ConfirmDialog() {
  const asked = question.use()
  if (!asked) return null
  const no = () => asked.answer(false)
  return (
    // Escape is handled below, so that the dialog underneath does not get the same key.
    <Dialog title={asked.title} onClose={no} above closeOnEscape={false}>
      <Stack
        onKeyDown={(event) => {
          if (event.key === 'Escape') no()
        }}
      >
        {asked.subject && (
          <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere', textAlign: 'start' }}>
            {asked.subject}
          </Text>
        )}
        <Text>{asked.message}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={no} data-autofocus>
            {asked.cancelLabel ?? 'Cancel'}
          </Button>
          <Button color={asked.danger ? 'red' : undefined} onClick={() => asked.answer(true)}>
            {asked.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
