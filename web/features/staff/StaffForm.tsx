import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { type Staff, StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { AccountPanel } from '../../parts/AccountPanel.tsx'
import { InitialPasswordModal } from '../../parts/InitialPasswordModal.tsx'
import { useOwnFields } from '../../parts/own-fields.ts'
import { ownNameOf, withOwn } from '../../parts/own-schema.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { doneText } from '../../ui/record-kind.ts'
import { credentialOf, useStaffChanges } from './api.ts'
import { accountOf, STAFF, staffBody, staffValues } from './rules.ts'
import { StaffFields } from './StaffFields.tsx'

interface Props extends Opening<Staff> {
  /** The academic department to which the adding person is bound. */
  departmentId: number | undefined
}

/** Adds a staff member, or changes one. A new account's password replaces the form. */
export function StaffForm({ departmentId, ...opening }: Props) {
  const { record: person, onClose } = opening
  const ownId = useLogin()?.user.id
  const roles = useRoles()
  const { create, update, issuePassword } = useStaffChanges()
  const [told, setTold] = useState<Credential>()
  const ownFields = useOwnFields('staff')
  const form = useRecordForm({
    kind: STAFF,
    opening,
    values: staffValues(person, departmentId),
    schema: withOwn(person ? StaffChange : StaffInput, ownFields),
    nameOf: ownNameOf(ownFields),
    toBody: staffBody(person, ownFields),
    create,
    update,
    keeps: ['department_id', 'designation_id'],
    onCreated: ({ data }) => setTold(credentialOf(data)),
  })
  if (told && person) return <InitialPasswordModal credential={told} onClose={() => setTold(undefined)} />
  if (told) return <InitialPasswordModal credential={told} done={doneText(STAFF, 'created')} onClose={onClose} />
  return (
    <RecordForm
      form={form}
      after={
        person &&
        person.user_id !== ownId && (
          <AccountPanel
            userId={person.user_id}
            {...accountOf(person, roles)}
            issue={async () => (await issuePassword({ params: { id: person.user_id } })).data}
            onIssued={setTold}
          />
        )
      }
    >
      <StaffFields fields={form.fields} person={person} ownFields={ownFields} />
    </RecordForm>
  )
}
