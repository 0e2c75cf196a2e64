import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { type Student, StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { InitialPasswordModal } from '../../parts/InitialPasswordModal.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { credentialOf, studentQuery, useStudentChanges } from './api.ts'
import { type BatchChoice, newStudentValues, studentBody, studentValues } from './rules.ts'
import { StudentFields } from './StudentFields.tsx'

interface NewProps {
  /** What is chosen in the list's filter. */
  batch: BatchChoice | undefined
  onClose: () => void
}

/** Adds a student, then tells the password of the new account. */
export function NewStudentModal({ batch, onClose }: NewProps) {
  const { create } = useStudentChanges()
  const [created, setCreated] = useState<Credential>()
  const [initialValues] = useState(() => newStudentValues(batch))
  const form = useDraftForm({
    key: 'student:new',
    initialValues,
    schema: StudentInput,
    toBody: studentBody,
    save: async (body, _, key) => setCreated(credentialOf((await create({ body, key })).data)),
  })
  if (created)
    return <InitialPasswordModal credential={created} done="Student created successfully!" onClose={onClose} />
  return (
    <FormModal title="Add New Student" form={form} onClose={onClose}>
      <StudentFields fields={form.fields} student={undefined} />
    </FormModal>
  )
}

/** One student, to change. */
export function EditStudentModal({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, opening, reload } = useFreshRecord(useQuery(studentQuery(id)))
  return (
    <RecordModal title="Edit Student" query={record} onClose={onClose}>
      {(student) => <EditStudentModalForm key={opening} student={student} onClose={onClose} onReload={reload} />}
    </RecordModal>
  )
}

interface EditProps {
  student: Student
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload: () => void
}

function EditStudentModalForm({ student: read, onClose, onReload }: EditProps) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [student] = useState(read)
  const { update } = useStudentChanges()
  const [issued, setIssued] = useState<Credential>()
  const form = useDraftForm({
    key: `student:${student.id}`,
    initialValues: studentValues(student),
    schema: StudentChange,
    toBody: studentBody,
    save: (body, { updated_at }) => update({ params: { id: student.id }, body: { ...body, updated_at } }),
    onSaved: () => {
      toast.success('Student updated successfully!')
      onClose()
    },
  })
  function discard(): void {
    form.discard()
    onReload()
  }
  if (issued) return <InitialPasswordModal credential={issued} onClose={() => setIssued(undefined)} />
  return (
    <FormModal
      title="Edit Student"
      form={{ ...form, discard }}
      onClose={onClose}
      after={
        <>
          <AccountPanel student={student} onIssued={setIssued} />
          <HistoryPanel entity="student" id={student.id} />
        </>
      }
    >
      <StudentFields fields={form.fields} student={student} />
    </FormModal>
  )
}
