import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { batchQuery, turnsQuery, useBatchChanges } from './api.ts'
import { HeldList } from './HeldList.tsx'
import { UNDO_TURN, undoText } from './rules.ts'

interface Props {
  id: number
  onClose: () => void
}

/** Says what undoing the last year's turn of a batch takes back, then undoes it. */
export function UndoTurnModal({ id, onClose }: Props) {
  const turns = useQuery(turnsQuery)
  const turn = turns.data?.get(id)
  const { undoTurn } = useBatchChanges()
  const undoing = useMutation({
    mutationFn: (updated_at: string) => undoTurn({ params: { id }, body: { updated_at } }),
    onSuccess: () => {
      toast.success('The year’s turn was undone.')
      onClose()
    },
  })
  return (
    <FreshRecordModal title={UNDO_TURN} query={batchQuery(id)} onClose={onClose}>
      {({ name, updated_at }) => (
        <Modal
          title={UNDO_TURN}
          thing={name}
          onClose={() => !undoing.isPending && onClose()}
          footer={
            <>
              <Button variant="default" disabled={undoing.isPending} onClick={onClose}>
                Cancel
              </Button>
              <Button
                color="red"
                disabled={undoing.isPending || turn === undefined}
                onClick={() => undoing.mutate(updated_at)}
              >
                {undoing.isPending ? 'Undoing...' : 'Undo'}
              </Button>
            </>
          }
        >
          <Stack gap="sm">
            {turn ? (
              <>
                {undoText(turn).map((text) => (
                  <Text key={text}>{text}</Text>
                ))}
                <HeldList turn={turn} of={name} />
              </>
            ) : (
              <Text>{turns.isLoading ? 'Loading...' : 'There is nothing to undo.'}</Text>
            )}
            {undoing.error && <Problem text={messageOf(undoing.error)} />}
          </Stack>
        </Modal>
      )}
    </FreshRecordModal>
  )
}
