import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../core/api-error.ts'
import { useOpenFrameDialog } from '../../core/url-state.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { noteSwitchedOff } from './api.ts'

/** Tells a person who has switched the second factor off, until it is read. */
export function TwoStepOffModal({ by }: { by: string }) {
  const openAccount = useOpenFrameDialog('account')
  const noting = useMutation({ mutationFn: noteSwitchedOff })
  const note = () => noting.mutate()
  /** Waits for the note here: the dialog is gone afterwards, and its own callbacks do not run. */
  const setUpAgain = () =>
    void noting.mutateAsync().then(
      () => openAccount('two-step'),
      () => undefined,
    )

  return (
    <Modal
      title="Two-step sign-in was switched off"
      size="md"
      keeps
      onClose={note}
      footer={
        <>
          <Button variant="default" disabled={noting.isPending} onClick={note}>
            Close
          </Button>
          <Button disabled={noting.isPending} onClick={setUpAgain}>
            Set it up again
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Text>
          <PersonName name={by} /> has switched it off for you: a password is enough to sign in now. If you did not ask
          for it, tell an administrator.
        </Text>
        {noting.error && <Problem text={messageOf(noting.error)} />}
      </Stack>
    </Modal>
  )
}
