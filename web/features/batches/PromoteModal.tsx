import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Promotion } from '../../../shared/contract/batches.ts'
import { counted } from '../../../shared/labels.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { moversQuery, promotionQuery, useBatchChanges } from './api.ts'
import { HeldBackFields } from './HeldBackFields.tsx'
import { type HeldBack, heldText, NOBODY_HELD, promotionBody, stillMoving } from './rules.ts'

const TITLE = 'Promote Batch'

interface Props {
  id: number
  onClose: () => void
}

/** Shows what the year's turn of a batch will do, then does it. */
export function PromoteModal({ id, onClose }: Props) {
  // The choice outlives a promotion that is read again.
  const [chosen, setChosen] = useState(NOBODY_HELD)
  return (
    <FreshRecordModal title={TITLE} query={promotionQuery(id)} onClose={onClose}>
      {(promotion, onReload) => (
        <PromotionModal
          promotion={promotion}
          chosen={chosen}
          onChoose={setChosen}
          onClose={onClose}
          onReload={onReload}
        />
      )}
    </FreshRecordModal>
  )
}

type Staying = Promotion['staying'][number]

const COLUMNS: readonly Column<Staying>[] = [
  {
    header: 'Name',
    cell: ({ name }) => (
      <strong style={{ overflowWrap: 'anywhere' }}>
        <PersonName name={name} />
      </strong>
    ),
  },
  { header: 'Roll Number', whole: true, cell: ({ roll_no }) => roll_no ?? '—' },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Year', cell: ({ current_year }) => current_year ?? '—' },
]

interface PromotionProps {
  promotion: Promotion
  /** The students who were chosen to be held back. */
  chosen: HeldBack
  onChoose: (held: HeldBack) => void
  onClose: () => void
  onReload: () => Promise<void>
}

function PromotionModal({ promotion, chosen, onChoose, onClose, onReload }: PromotionProps) {
  const { batch_id, name, from, to, moving, moving_inactive, graduated_before, staying } = promotion
  const graduates = to === null
  const formId = useId()
  const { promote } = useBatchChanges()
  const turn = useMutation({
    mutationFn: () => promote({ params: { id: batch_id }, body: promotionBody(promotion, held) }),
    onSuccess: () => {
      toast.success('Batch promoted successfully!')
      onClose()
    },
  })
  const movers = useQuery({ ...moversQuery(batch_id), enabled: false })
  const held = stillMoving(chosen, movers.data)
  const goingOn = moving - held.ids.size
  const reload = useMutation({ mutationFn: () => Promise.all([onReload(), movers.data && movers.refetch()]) })
  const box = useRef<HTMLInputElement>(null)
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (turn.isPending) return
    if (graduates && !agreed) {
      setMissing(true)
      box.current?.focus()
      return
    }
    turn.mutate()
  }

  return (
    <Modal
      title={TITLE}
      thing={name}
      onClose={() => !turn.isPending && onClose()}
      footer={
        <>
          <Button variant="default" disabled={turn.isPending} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton
            form={formId}
            pending={turn.isPending}
            label={graduates ? 'Graduate' : 'Promote'}
            pendingLabel="Promoting..."
          />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap="md">
          {graduates ? (
            <>
              <Text>{graduation(goingOn, held.ids.size)}</Text>
              {graduated_before > 0 && <Text c="dimmed">{counted(graduated_before, 'student')} graduated before.</Text>}
              <Checkbox
                ref={box}
                label="Yes, these students graduate"
                required
                checked={agreed}
                error={missing && !agreed ? 'Please confirm that these students graduate' : undefined}
                onChange={(event) => setAgreed(event.currentTarget.checked)}
              />
            </>
          ) : (
            <>
              <Text size="lg">
                From {from} to {to}
              </Text>
              <Text>
                {counted(goingOn, 'student')} {goingOn === 1 ? 'moves' : 'move'} on
                {moving_inactive > 0 && `, ${moving_inactive} of them not active`}.
              </Text>
            </>
          )}
          {held.ids.size > 0 && <Text>{heldText(held.ids.size, from)}</Text>}
          {moving > moving_inactive && (
            <HeldBackFields promotion={promotion} held={held} disabled={turn.isPending} onChange={onChoose} />
          )}
          {staying.length > 0 && (
            <Stack gap="xs">
              <Title order={3} size="h5">
                Stay as they are ({staying.length})
              </Title>
              <DataTable
                caption="Students who stay as they are"
                columns={COLUMNS}
                rows={staying}
                rowKey={({ id }) => id}
              />
            </Stack>
          )}
          {turn.error && (
            <Problem text={messageOf(turn.error)}>
              {turn.error instanceof ApiError && turn.error.status === 409 && (
                <Button variant="default" size="xs" disabled={reload.isPending} onClick={() => reload.mutate()}>
                  {reload.isPending ? 'Reloading...' : 'Reload'}
                </Button>
              )}
            </Problem>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

const graduation = (count: number, held: number) =>
  count === 0
    ? `No student of this batch ${held > 0 ? 'graduates' : 'is active'}. The batch becomes inactive.`
    : count === 1
      ? 'The 1 active student of this batch graduates and can no longer sign in. The batch becomes inactive.'
      : `The ${count} active students of this batch graduate and can no longer sign in. The batch becomes inactive.`
