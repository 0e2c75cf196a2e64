import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SecondFactor } from '../../../shared/contract/second-factor.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { type LeaveGuards, useLeaveGuard, useLeaveGuards } from '../../ui/leave-guard.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { noteTwoStep, renewCodes, turnTwoStepOff, twoStepQuery } from './api.ts'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodesPanel } from './RecoveryCodesPanel.tsx'
import { SetUpForm } from './SetUpForm.tsx'

const TITLE = 'Two-step sign-in'
const LEAVING = {
  title: 'Close the recovery codes?',
  message: 'They are shown only now. Have you kept them?',
  confirmLabel: 'Yes, close',
  cancelLabel: 'Keep open',
}

interface Props {
  onClose: () => void
}

/** Sets up, shows or switches off the person's second factor. */
export function TwoStepModal({ onClose }: Props) {
  const [codes, setCodes] = useState<string[]>()
  return codes ? <CodesModal codes={codes} onClose={onClose} /> : <StateModal onCodes={setCodes} onClose={onClose} />
}

/** The codes close by their own button; the browser's way back asks first. */
function CodesModal({ codes, onClose }: Props & { codes: string[] }) {
  const isDone = useRef(false)
  useLeaveGuard(
    () => !isDone.current,
    () => undefined,
    LEAVING,
  )
  const close = () => {
    isDone.current = true
    onClose()
  }
  return (
    <Modal title="Recovery codes" size="md" keeps onClose={close} footer={<CloseFooter onClose={close} />}>
      <RecoveryCodesPanel codes={codes} />
    </Modal>
  )
}

function StateModal({ onCodes, onClose }: Props & { onCodes: (codes: string[]) => void }) {
  const query = useQuery(twoStepQuery)
  const guards = useLeaveGuards()
  return (
    <RecordModal title={TITLE} query={query} onClose={onClose}>
      {(state) => (
        <Modal title={TITLE} size="md" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
          {state.is_on ? (
            <OnPanel state={state} guards={guards} onCodes={onCodes} onOff={onClose} />
          ) : (
            <SetUpForm
              guards={guards}
              onCodes={(made) => {
                noteTwoStep()
                onCodes(made)
              }}
            />
          )}
        </Modal>
      )}
    </RecordModal>
  )
}

const leftText = (left: number) => {
  if (left === 0) return 'No recovery code is left: make new ones.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}

interface OnProps {
  state: SecondFactor
  guards: LeaveGuards
  onCodes: (codes: string[]) => void
  onOff: () => void
}

function OnPanel({ state, guards, onCodes, onOff }: OnProps) {
  const [chosen, setChosen] = useState<'codes' | 'off'>()
  const cancel = (
    <Button variant="default" onClick={() => setChosen(undefined)}>
      Cancel
    </Button>
  )
  return (
    <Stack gap="md">
      <Text>
        It is on{state.since && ` since ${formatInstant(state.since)}`}. {leftText(state.recovery_codes_left)}
        {state.is_required && ' Your role needs it.'}
      </Text>
      {chosen === 'codes' && (
        <ProofForm
          key="codes"
          focuses
          guards={guards}
          label="Make new codes"
          pendingLabel="Making..."
          save={async (body) => onCodes(await renewCodes(body))}
        >
          {cancel}
        </ProofForm>
      )}
      {chosen === 'off' && (
        <ProofForm
          key="off"
          focuses
          guards={guards}
          label="Turn off"
          pendingLabel="Turning off..."
          save={turnTwoStepOff}
          onSaved={() => {
            toast.success('Two-step sign-in is off.')
            onOff()
          }}
        >
          {cancel}
        </ProofForm>
      )}
      {!chosen && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setChosen('codes')}>
            New recovery codes
          </Button>
          {!state.is_required && (
            <Button variant="outline" color="red" onClick={() => setChosen('off')}>
              Turn off
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
