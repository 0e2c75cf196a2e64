import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, VisuallyHidden } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ConflictModal } from './ConflictModal.tsx'
import { EntryHistoryPanel } from './EntryHistoryPanel.tsx'
import { LeavePanel } from './LeavePanel.tsx'
import { LostSessionModal } from './LostSessionModal.tsx'
import classes from './RegisterList.module.css'
import { RegisterList } from './RegisterList.tsx'
import { RegisterTable } from './RegisterTable.tsx'
import type { Taking } from './register.rules.ts'
import { StrayEntriesPanel } from './StrayEntriesPanel.tsx'
import { SavingPanel, TakingPanel } from './TakingPanel.tsx'
import { type RegisterState, useTaking } from './taking.ts'

interface Props {
  taking: Taking
  /** The time of the device's copy, while the server can't be reached. */
  knownAt: string | undefined
  held: RegisterState
  onClose: () => void
}

interface FooterProps extends Pick<Props, 'held' | 'onClose'> {
  register: ReturnType<typeof useTaking>
  /** The submission whose state is told. */
  known: RegisterState['sent']
}

function RegisterFooter({ register, held, known, onClose }: FooterProps) {
  const { counts, pending, filled, rest } = register
  const isEmpty = counts.present + counts.absent + counts.leave + counts.untouched === 0
  return (
    <>
      <SavingPanel held={known} problem={register.problem} />
      {filled + rest > 0 && (
        <Button
          className={classes.rest}
          variant="default"
          disabled={pending}
          // The second click of a double one is meant for the button that stood here before, so it undoes nothing.
          onClick={({ detail }) => (filled > 0 ? detail < 2 && register.emptyRest() : register.fillRest())}
        >
          {filled > 0 ? 'Undo' : `Mark the rest present (${rest})`}
        </Button>
      )}
      {held.unsent?.state === 'waiting' && !held.begun.value && !pending ? (
        <Button onClick={onClose}>Close</Button>
      ) : (
        <Button disabled={pending || isEmpty} onClick={register.save}>
          {pending ? 'Saving...' : 'Save'}
        </Button>
      )}
    </>
  )
}

/** Marks the students of a session. A conflict with entries that others stored meanwhile is shown first. */
export function RegisterModal({ taking, knownAt, held, onClose }: Props) {
  const { session, students } = taking
  const register = useTaking(taking, held, onClose)
  const { taken, given, differences, pending, filled } = register
  const { begun, sent, unsent } = held
  const title = taken ? 'Update Attendance' : 'Take Attendance'
  const named = { id: session.id, title: register.title }
  const known = unsent ?? (begun.value ? undefined : sent)
  const panel = { session, knownAt, refused: begun.refused }

  if (register.overtaken)
    return (
      <ConflictModal
        title={title}
        thing={register.title}
        session={session}
        differences={differences}
        pending={pending}
        onTheirs={register.keepTheirs}
        onMine={register.saveMine}
        onClose={onClose}
      >
        <TakingPanel {...panel} held="conflict" />
        <SavingPanel held={undefined} problem={register.problem} />
      </ConflictModal>
    )

  if (!allows(sessionMay.take, session.status) && !allows(sessionMay.revise, session.status))
    return (
      <LostSessionModal
        title={title}
        thing={register.title}
        session={named}
        why={refusalOf(sessionMay.take, session.status) ?? ''}
        given={held.given}
        students={students}
        onClose={onClose}
      >
        <TakingPanel {...panel} held={undefined} />
        <SavingPanel held={undefined} problem={register.problem} />
      </LostSessionModal>
    )

  return (
    <Modal
      title={title}
      thing={register.title}
      size="xl"
      onClose={() => !pending && onClose()}
      footer={<RegisterFooter register={register} held={held} known={known} onClose={onClose} />}
    >
      <Stack gap="md" className={classes.parts}>
        <TakingPanel {...panel} held={known} />
        <VisuallyHidden aria-live="polite">{filled > 0 && `Marked present: ${filled}`}</VisuallyHidden>
        <StrayEntriesPanel session={named} entries={register.strays} onDiscarded={onClose} />
        <LeavePanel students={register.suggested} disabled={pending} onAccept={register.acceptLeave} />
        <RegisterList
          students={students}
          given={given}
          taken={taken}
          onEntry={register.onEntry}
          onRemark={register.onRemark}
        />
        <RegisterTable taking={taking} given={given} stored={taken && differences.length === 0} />
        {taken && <EntryHistoryPanel sessionId={session.id} />}
      </Stack>
    </Modal>
  )
}
