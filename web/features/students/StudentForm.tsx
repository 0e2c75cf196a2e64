import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { type Student, StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import { maySignIn } from '../../../shared/labels.ts'
import { AccountPanel } from '../../parts/AccountPanel.tsx'
import { InitialPasswordModal } from '../../parts/InitialPasswordModal.tsx'
import { useOwnFields } from '../../parts/own-fields.ts'
import { ownNameOf, withOwn } from '../../parts/own-schema.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { doneText } from '../../ui/record-kind.ts'
import { credentialOf, issueInitialPassword, useStudentChanges } from './api.ts'
import { accountNote, type BatchChoice, STUDENT, studentBody, studentValues } from './rules.ts'
import { StudentFields } from './StudentFields.tsx'

interface Props extends Opening<Student> {
  /** The batch chosen in the list's filter. */
  batch: BatchChoice | undefined
}

/** Adds a student, or changes one. A new account's password replaces the form. */
export function StudentForm({ batch, ...opening }: Props) {
  const { record: student, onClose } = opening
  const [told, setTold] = useState<Credential>()
  const ownFields = useOwnFields('student')
  const form = useRecordForm({
    kind: STUDENT,
    opening,
    values: studentValues(student, batch),
    schema: withOwn(student ? StudentChange : StudentInput, ownFields),
    nameOf: ownNameOf(ownFields),
    toBody: studentBody(student, ownFields),
    ...useStudentChanges(),
    keeps: ['batch_id'],
    onCreated: ({ data }) => setTold(credentialOf(data)),
  })
  if (told && student) return <InitialPasswordModal credential={told} onClose={() => setTold(undefined)} />
  if (told) return <InitialPasswordModal credential={told} done={doneText(STUDENT, 'created')} onClose={onClose} />
  return (
    <RecordForm
      form={form}
      after={
        student && (
          <AccountPanel
            userId={student.user_id}
            note={accountNote(student)}
            mayIssue={maySignIn(student.status)}
            issue={() => issueInitialPassword(student)}
            onIssued={setTold}
          />
        )
      }
    >
      <StudentFields fields={form.fields} student={student} ownFields={ownFields} />
    </RecordForm>
  )
}
