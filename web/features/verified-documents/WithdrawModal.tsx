import { useState } from 'react'
import { type VerifiedDocument, WithdrawInput } from '../../../shared/contract/verified-documents.ts'
import { toast } from '../../core/toasts.ts'
import { documentName } from '../../parts/document-name.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { useWithdraw } from './api.ts'

interface Props {
  document: Pick<VerifiedDocument, 'id' | 'kind' | 'number'>
  onClose: () => void
}

const READERS: Partial<Record<VerifiedDocument['kind'], string>> = {
  'eligibility-list': 'Everybody who may open the list reads it.',
}

/** Withdraws a document, with the reason. */
export function WithdrawModal({ document, onClose }: Props) {
  const withdraw = useWithdraw()
  const [initialValues] = useState({ reason: '' })
  const form = useDraftForm({
    key: `document:${document.id}:withdraw`,
    initialValues,
    schema: WithdrawInput,
    toBody: (values) => values,
    save: (body) => withdraw({ params: { id: document.id }, body }),
    onSaved: () => {
      toast.success('The document has been withdrawn.')
      onClose()
    },
  })
  return (
    <FormModal
      title="Withdraw Document"
      thing={documentName(document)}
      form={form}
      saveLabel="Withdraw"
      pendingLabel="Withdrawing..."
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        description={`${READERS[document.kind] ?? 'The college and the student read it.'} Whoever checks the document is told that it was withdrawn, and when.`}
        required
        rows={3}
        {...form.fields.getInputProps('reason')}
      />
    </FormModal>
  )
}
