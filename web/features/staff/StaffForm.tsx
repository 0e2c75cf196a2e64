import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { type Staff, StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import { useLogin } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { credentialOf, useStaffChanges } from './api.ts'
import { newStaffValues, staffBody, staffValues } from './rules.ts'
import { StaffFields } from './StaffFields.tsx'

interface EditProps {
  person: Staff
  onClose: () => void
  /** Told a new initial password. */
  onCredential: (credential: Credential) => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload: () => void
}

export function EditStaffForm({ person: read, onClose, onCredential, onReload }: EditProps) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [person] = useState(read)
  const own = useLogin()?.user.id === person.user_id
  const { update } = useStaffChanges()
  const form = useDraftForm({
    key: `staff:${person.id}`,
    initialValues: staffValues(person),
    schema: StaffChange,
    toBody: staffBody,
    save: (body) => update({ params: { id: person.id }, body }),
    onSaved: () => {
      toast.success('Staff member updated successfully!')
      onClose()
    },
  })
  function discard(): void {
    form.discard()
    onReload()
  }
  return (
    <FormModal
      title="Edit Staff"
      form={{ ...form, discard }}
      onClose={onClose}
      after={
        <>
          {!own && <AccountPanel person={person} onCredential={onCredential} />}
          <HistoryPanel entity="staff" id={person.id} />
        </>
      }
    >
      <StaffFields fields={form.fields} person={person} />
    </FormModal>
  )
}

interface NewProps {
  /** The academic department that whoever adds is fixed to. */
  departmentId: number | undefined
  onClose: () => void
  /** Told the password of the new account, and what has gone well. */
  onCredential: (credential: Credential, done: string) => void
}

export function NewStaffForm({ departmentId, onClose, onCredential }: NewProps) {
  const { create } = useStaffChanges()
  const form = useDraftForm({
    key: 'staff:new',
    initialValues: newStaffValues(departmentId),
    schema: StaffInput,
    toBody: staffBody,
    save: async (body, _, key) =>
      onCredential(credentialOf((await create({ body, key })).data), 'Staff member created successfully!'),
    onSaved: onClose,
  })
  return (
    <FormModal title="Add New Staff" form={form} onClose={onClose}>
      <StaffFields fields={form.fields} person={undefined} />
    </FormModal>
  )
}
