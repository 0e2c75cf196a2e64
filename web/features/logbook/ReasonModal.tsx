import { useState } from 'react'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { ReturnInput, UnsignInput } from '../../../shared/contract/log-signing.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { entryQuery, useEntryChanges } from './api.ts'
import { performanceName } from './rules.ts'

interface Props {
  id: number
  kind: 'return' | 'unsign'
  onClose: () => void
}

const TITLES = { return: 'Return Performance', unsign: 'Take Signature Back' }

/** Returns an entry to its student, or takes the own signature back: both need a line of text. */
export const ReasonModal = ({ id, kind, onClose }: Props) => (
  <FreshRecordModal title={TITLES[kind]} query={entryQuery(id)} onClose={onClose}>
    {(entry) => {
      const Form = kind === 'return' ? ReturnForm : UnsignForm
      return <Form entry={entry} onClose={onClose} />
    }}
  </FreshRecordModal>
)

interface FormProps {
  entry: LogEntry
  onClose: () => void
}

function ReturnForm({ entry, onClose }: FormProps) {
  const { giveBack } = useEntryChanges()
  const [initialValues] = useState({ feedback: '' })
  const form = useDraftForm({
    key: `performance:${entry.id}:return`,
    initialValues,
    schema: ReturnInput,
    toBody: (values) => ({ ...values, updated_at: entry.updated_at }),
    save: (body) => giveBack({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success('Returned to the student.')
      onClose()
    },
  })
  return (
    <FormModal
      title={TITLES.return}
      thing={`${entry.student.name}: ${performanceName(entry)}`}
      form={form}
      saveLabel="Return it"
      onClose={onClose}
    >
      <TextArea label="What is to be corrected" required rows={3} {...form.fields.getInputProps('feedback')} />
    </FormModal>
  )
}

function UnsignForm({ entry, onClose }: FormProps) {
  const { unsign } = useEntryChanges()
  const [initialValues] = useState({ reason: '' })
  const form = useDraftForm({
    key: `performance:${entry.id}:unsign`,
    initialValues,
    schema: UnsignInput,
    toBody: (values) => ({ ...values, updated_at: entry.updated_at }),
    save: (body) => unsign({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success('Signature taken back. The entry waits to be signed again.')
      onClose()
    },
  })
  return (
    <FormModal
      title={TITLES.unsign}
      thing={`${entry.student.name}: ${performanceName(entry)}`}
      form={form}
      saveLabel="Take it back"
      onClose={onClose}
    >
      <TextArea label="Why" required rows={3} {...form.fields.getInputProps('reason')} />
    </FormModal>
  )
}
