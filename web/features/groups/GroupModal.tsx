import { useQuery } from '@tanstack/react-query'
import type { Group } from '../../../shared/contract/groups.ts'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { groupQuery } from './api.ts'
import { EditGroupForm } from './GroupForm.tsx'

interface Props {
  mode: 'view' | 'edit'
  id: number
  onClose: () => void
}

/** One group, to read or to change. */
export function GroupModal({ mode, id, onClose }: Props) {
  const query = useQuery(groupQuery(id))
  const { record, opening, reload } = useFreshRecord(query)

  return (
    <RecordModal
      title={mode === 'edit' ? 'Edit Group' : 'View Group'}
      query={mode === 'edit' ? record : query}
      onClose={onClose}
    >
      {(group) =>
        mode === 'edit' ? (
          <EditGroupForm key={opening} group={group} onClose={onClose} onReload={reload} />
        ) : (
          <Modal title="View Group" size="md" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            <GroupFacts group={group} />
            <HistoryPanel entity="group" id={group.id} />
          </Modal>
        )
      }
    </RecordModal>
  )
}

function GroupFacts({ group }: { group: Group }) {
  return (
    <Facts
      facts={[
        ['Name', group.name],
        ['Batch', group.batch.name],
        ['Department', group.department?.name ?? 'N/A'],
        ['Students', group.student_count],
        ['Description', group.description, 'wide'],
        ['Status', <StatusBadge key="status" status={group.status} />],
      ]}
    />
  )
}
