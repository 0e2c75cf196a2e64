import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBeforeUnload } from 'react-router'
import { maySignIn } from '../../../shared/labels.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { ListState } from '../../layout/ListState.tsx'
import { CredentialSlips } from '../../parts/CredentialSlips.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Radio, RadioGroup } from '../../ui/choices.tsx'
import { Group, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { everyStudentQuery, useIssuing } from './api.ts'
import { type BatchChoice, inOrderOf, WITHOUT_BATCH } from './rules.ts'

const LEAVING = {
  title: 'Close the passwords?',
  message: 'These passwords are shown only now. Have you printed or saved them?',
  confirmLabel: 'Yes, close',
  cancelLabel: 'Keep open',
}

interface Props {
  batch: BatchChoice
  /** The batch's name. */
  of: string
  onClose: () => void
}

/** Issues new initial passwords for a batch, to be handed out on paper. */
export function InitialPasswordsModal({ batch, of, onClose }: Props) {
  const query = useQuery(everyStudentQuery(batch))
  const { issued, left, state, failure, issue, stop } = useIssuing()
  const [who, setWho] = useState('never')

  const running = state !== 'idle'
  const atStake = running || issued.length > 0
  // A login that ends meanwhile must not take the passwords along.
  useOpenForm()
  useLeaveGuard(
    () => atStake,
    () => undefined,
    LEAVING,
  )
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (atStake) event.preventDefault()
      },
      [atStake],
    ),
  )

  const students = query.data ?? []
  const everybody = students.filter(({ status }) => maySignIn(status))
  const newcomers = everybody.filter(({ never_signed_in }) => never_signed_in)
  const chosen = who === 'never' ? newcomers : everybody

  const started = atStake || left.length > 0
  const total = issued.length + left.length

  const ready = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button disabled={chosen.length === 0} onClick={() => issue(chosen.map(({ id }) => id))}>
        Issue passwords
      </Button>
    </>
  )
  const cancel = (
    <Button variant="default" disabled={state === 'stopping'} onClick={stop}>
      {state === 'stopping' ? 'Stopping...' : 'Cancel'}
    </Button>
  )
  const resume = (
    <Button size="xs" variant="default" onClick={() => issue(left)}>
      Continue
    </Button>
  )

  return (
    <Modal
      title="Initial passwords"
      onClose={onClose}
      footer={running ? cancel : started ? <CloseFooter onClose={onClose} /> : ready}
    >
      {started ? (
        <Stack gap="md">
          {running && (
            <ProgressBar
              label="Issuing passwords..."
              percent={Math.round((issued.length / total) * 100)}
              of="Passwords issued"
            />
          )}
          {!running && failure && <Problem text={failure}>{resume}</Problem>}
          {!running && (
            <Group justify="space-between" role="status">
              <Text size="sm">
                {issued.length} of {total} passwords issued.
              </Text>
              {!failure && left.length > 0 && resume}
            </Group>
          )}
          {!running && issued.length > 0 && <CredentialSlips credentials={inOrderOf(students, issued)} of={of} />}
        </Stack>
      ) : (
        <ListState query={query} skeleton={<Skeleton height={120} />}>
          {() => (
            <Stack gap="md">
              <RadioGroup label="Who gets a new password?" value={who} onChange={setWho}>
                <Stack gap="xs" mt="xs">
                  <Radio value="never" label={`Students who have never signed in (${newcomers.length})`} />
                  <Radio
                    value="all"
                    label={`All students ${batch === WITHOUT_BATCH ? 'without a batch' : 'of the batch'} (${everybody.length})`}
                  />
                </Stack>
              </RadioGroup>
              <Text size="sm" c="dimmed">
                Students whose status is neither Active nor On Leave cannot sign in and are left out.
              </Text>
              <Alert color="yellow" icon={<IconKey aria-hidden />}>
                The old passwords of these students stop working, and their open sessions end.
              </Alert>
            </Stack>
          )}
        </ListState>
      )}
    </Modal>
  )
}
