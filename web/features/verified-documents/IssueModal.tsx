import { useState } from 'react'
import { IssueInput } from '../../../shared/contract/verified-documents.ts'
import { DOCUMENT_WORDS, STUDENT_DOCUMENT_KINDS } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { documentName } from '../../parts/document-name.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { useIssue } from './api.ts'

interface Props {
  student: { id: number; name: string }
  onClose: () => void
}

const KINDS = STUDENT_DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_WORDS[value] }))
type Kind = (typeof STUDENT_DOCUMENT_KINDS)[number]

/** Issues a document about a student. */
export function IssueModal({ student, onClose }: Props) {
  const issue = useIssue()
  const [initialValues] = useState<{ kind: Kind }>({ kind: 'logbook' })
  const form = useDraftForm({
    key: `document:${student.id}:new`,
    initialValues,
    schema: IssueInput,
    toBody: (values) => ({ ...values, student_id: student.id }),
    save: async (body, _values, key) => {
      const { data } = await issue({ body, key })
      toast.success(`${documentName(data)} has been issued.`)
    },
    onSaved: onClose,
  })
  return (
    <FormModal
      title="Issue Document"
      thing={student.name}
      form={form}
      saveLabel="Issue"
      pendingLabel="Issuing..."
      onClose={onClose}
    >
      <SelectField label="Kind of document" required options={KINDS} {...form.fields.getInputProps('kind')} />
      <Text size="sm" c="dimmed">
        It has the figures of this moment, a number, and a code by which anybody can check it. It takes the place of the
        standing one of its kind.
      </Text>
    </FormModal>
  )
}
