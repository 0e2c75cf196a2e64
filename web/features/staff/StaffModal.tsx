import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { useRoles } from '../../core/login.ts'
import { ListState } from '../../layout/ListState.tsx'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { staffMemberQuery } from './api.ts'
import { mayEdit } from './rules.ts'
import { EditStaffForm } from './StaffForm.tsx'
import { StaffPanel } from './StaffPanel.tsx'

interface Props {
  mode: 'view' | 'edit'
  staffId: number
  onClose: () => void
  onCredential: (credential: Credential) => void
}

/** One staff member, to read, or to change by those who may. */
export function StaffModal({ mode, staffId, onClose, onCredential }: Props) {
  const roles = useRoles()
  const query = useQuery(staffMemberQuery(staffId))
  const { record, opening, reload } = useFreshRecord(query)
  const card = query.data

  // An address may ask for a form over somebody whom one may only look at.
  const edits = mode === 'edit' && (card === undefined || mayEdit(roles, card))
  const person = record.data
  if (edits && person && mayEdit(roles, person))
    return (
      <EditStaffForm key={opening} person={person} onClose={onClose} onCredential={onCredential} onReload={reload} />
    )

  return (
    <Modal title={edits ? 'Edit Staff' : 'View Staff'} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <ListState query={query} skeleton={<Skeleton height={240} />}>
        {(person) =>
          edits ? (
            <Skeleton height={240} />
          ) : (
            <>
              <StaffPanel card={person} />
              <HistoryPanel entity="staff" id={person.id} />
            </>
          )
        }
      </ListState>
    </Modal>
  )
}
