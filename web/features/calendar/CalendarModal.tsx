import { useMutation, useQuery } from '@tanstack/react-query'
import type { CalendarAddress } from '../../../shared/contract/calendar.ts'
import { hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { AddressPanel } from './AddressPanel.tsx'
import { addressQuery, useAddressChanges } from './api.ts'

const TITLE = 'Calendar'
const STOPS = 'Every calendar program that has the present address stops being kept up to date.'

/** Makes, shows and revokes the address of the person's calendar. */
export function CalendarModal({ onClose }: { onClose: () => void }) {
  return (
    <RecordModal title={TITLE} query={useQuery(addressQuery)} onClose={onClose}>
      {(calendar) => <AddressModal calendar={calendar} onClose={onClose} />}
    </RecordModal>
  )
}

function AddressModal({ calendar, onClose }: { calendar: CalendarAddress; onClose: () => void }) {
  const { address, created_at } = calendar
  const isStaff = hasAnyRole(useRoles(), STAFF_ROLES)
  const { make, revoke } = useAddressChanges()
  const making = useMutation({
    mutationFn: () => make({}),
    onSuccess: () => toast.success('Calendar address made!'),
  })
  const revoking = useMutation({
    mutationFn: () => revoke({}),
    onSuccess: () => toast.success('Calendar address revoked!'),
  })
  const isBusy = making.isPending || revoking.isPending
  const failure = making.error ?? revoking.error

  async function askAndMake() {
    const yes = await confirm({
      title: 'New address',
      message: STOPS,
      confirmLabel: 'Make a new address',
      danger: true,
    })
    if (!yes) return
    revoking.reset()
    making.mutate()
  }

  async function askAndRevoke() {
    const yes = await confirm({ title: 'Revoke address', message: STOPS, confirmLabel: 'Revoke', danger: true })
    if (!yes) return
    making.reset()
    revoking.mutate()
  }

  return (
    <Modal title={TITLE} size="md" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <Text>
          Shows{' '}
          {isStaff
            ? 'the sessions that you hold, and the postings of your department,'
            : 'your sessions, your postings and the last days of your tasks'}{' '}
          in the calendar of your phone or computer, and keeps them up to date. Whoever has the address can read them
          without signing in: keep it to yourself.
        </Text>
        {address && created_at && <AddressPanel address={address} madeAt={created_at} />}
        {failure && <Problem text={messageOf(failure)} />}
        {address ? (
          <Group gap="xs">
            <Button variant="default" disabled={isBusy} onClick={askAndMake}>
              {making.isPending ? 'Making...' : 'Make a new address'}
            </Button>
            <Button variant="outline" color="red" disabled={isBusy} onClick={askAndRevoke}>
              {revoking.isPending ? 'Revoking...' : 'Revoke'}
            </Button>
          </Group>
        ) : (
          <Group>
            <Button disabled={isBusy} onClick={() => making.mutate()}>
              {making.isPending ? 'Creating...' : 'Create address'}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
