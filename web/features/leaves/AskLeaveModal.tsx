import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { StudentGroup } from '../../../shared/contract/groups.ts'
import { LEAVE_FILE } from '../../../shared/files.ts'
import { useLogin } from '../../core/login.ts'
import { ownStudentQuery } from '../../core/start.ts'
import { toast } from '../../core/toasts.ts'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import { MissingStudent } from '../../parts/OwnStudent.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { ownGroupsQuery, useAskForLeave } from './api.ts'
import { AskInput } from './asking.rules.ts'
import { LeaveFields } from './LeaveFields.tsx'
import { departmentsOf, leaveBody, leaveValues } from './rules.ts'

const TITLE = 'Ask for Leave'

interface Props {
  onClose: () => void
}

/** Asks for leave for days or sessions, with a reason and an optional certificate. */
export function AskLeaveModal({ onClose }: Props) {
  const own = useQuery(ownStudentQuery(useLogin()?.user.id ?? 0))
  return (
    <RecordModal title={TITLE} query={own} onClose={onClose}>
      {(student) =>
        student === null ? (
          <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
            <MissingStudent title="Student record not found" />
          </Modal>
        ) : (
          <FreshRecordModal title={TITLE} query={ownGroupsQuery(student.id)} onClose={onClose}>
            {(links) => <AskForm links={links} onClose={onClose} />}
          </FreshRecordModal>
        )
      }
    </RecordModal>
  )
}

function AskForm({ links, onClose }: Props & { links: readonly StudentGroup[] }) {
  const departments = departmentsOf(links)
  const files = useChosenFiles()
  const { send, ...uploading } = useAskForLeave()
  // Starts with the day on which the form was opened, so that typed dates stay over midnight.
  const [initialValues] = useState(() => leaveValues(departments, collegeToday()))
  const form = useDraftForm({
    key: 'leave:new',
    initialValues,
    schema: AskInput,
    toBody: (values) => leaveBody(values, departments, files.names),
    fieldOf: withFilesField,
    files,
    uploading,
    save: ({ files: _, ...fields }, __, key) => send({ params: {}, fields, files: files.added, key }),
    onSaved: () => {
      toast.success('Leave request sent.')
      onClose()
    },
  })

  if (departments.length === 0)
    return (
      <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
        <Text>You are in no group yet, so there is no department to ask. Please contact the administrator.</Text>
      </Modal>
    )
  return (
    <FormModal title={TITLE} form={form} saveLabel="Send" pendingLabel="Sending..." onClose={onClose}>
      <LeaveFields
        fields={form.fields}
        departments={departments}
        disabled={form.pending}
        reason={<TextArea label="Reason" required disabled={form.pending} {...form.fields.getInputProps('reason')} />}
      />
      <FilesField form={form} files={files} allowed={LEAVE_FILE} kind="PDF or picture" optional />
    </FormModal>
  )
}
