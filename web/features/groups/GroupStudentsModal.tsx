import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { AssignStudentsForm } from './AssignStudentsForm.tsx'
import { groupStudentsQuery } from './api.ts'
import { GroupStudentsList } from './GroupStudentsList.tsx'
import { NO_TICKS, ticked } from './rules.ts'

interface Props {
  id: number
  onClose: () => void
}

/** Shows the students of the group's batch. A person who may change the group ticks its members. */
export function GroupStudentsModal({ id, onClose }: Props) {
  const writes = can(useRoles(), 'groups:write')
  const query = useQuery(groupStudentsQuery(id))
  return (
    <RecordModal title="Group" query={query} onClose={onClose}>
      {({ group, students }) => {
        const shown = { group, students, failure: query.error, refreshing: query.isFetching }
        if (writes) return <AssignStudentsForm {...shown} onRefresh={query.refetch} onClose={onClose} />
        return (
          <Modal title={`Group - ${group.name}`} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            <GroupStudentsList
              {...shown}
              checked={ticked(students, id, NO_TICKS).checked}
              onRefresh={() => void query.refetch()}
            />
          </Modal>
        )
      }}
    </RecordModal>
  )
}
