import { useState } from 'react'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { ExemptionInput } from '../../../shared/contract/eligibility-rules.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { ofStudentQuery, useExemptionChanges } from './api.ts'
import { exemptBody, exemptField, exemptible, exemptValues } from './rules.ts'

interface Props {
  id: number
  onClose: () => void
}

const TITLE = 'Exempt Student'

/** Exempts a student from a condition, with a reason. */
export const ExemptModal = ({ id, onClose }: Props) => (
  <FreshRecordModal title={TITLE} query={ofStudentQuery(id)} onClose={onClose}>
    {(row) => <ExemptForm row={row} onClose={onClose} />}
  </FreshRecordModal>
)

function ExemptForm({ row, onClose }: { row: EligibilityRow; onClose: () => void }) {
  const { exempt } = useExemptionChanges()
  const [initialValues] = useState(() => exemptValues(row.student_id))
  const form = useDraftForm({
    key: `exemption:${row.student_id}`,
    initialValues,
    schema: ExemptionInput,
    toBody: exemptBody,
    fieldOf: exemptField,
    save: (body, _, key) => exempt({ body, key }),
    onSaved: () => {
      toast.success('Exempted.')
      onClose()
    },
  })
  return (
    <FormModal title={TITLE} thing={row.name} form={form} saveLabel="Exempt" onClose={onClose}>
      <SelectField
        label="Exempted from"
        blank="Choose a condition"
        required
        options={exemptible(row)}
        {...form.fields.getInputProps('what')}
      />
      <TextArea
        label="Reason"
        description="Told to administrators, principals, heads of the department and the student; others read “Exempted”."
        required
        rows={3}
        {...form.fields.getInputProps('reason')}
      />
    </FormModal>
  )
}
