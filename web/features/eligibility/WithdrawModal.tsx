import { useState } from 'react'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { Withdrawal } from '../../../shared/contract/eligibility-rules.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { ofStudentQuery, useExemptionChanges } from './api.ts'
import { exemptionsOf } from './rules.ts'

interface Props {
  id: number
  onClose: () => void
}

const TITLE = 'Withdraw Exemption'

/** Withdraws an exemption of a student, with a reason. */
export const WithdrawModal = ({ id, onClose }: Props) => (
  <FreshRecordModal title={TITLE} query={ofStudentQuery(id)} onClose={onClose}>
    {(row) => <WithdrawForm row={row} onClose={onClose} />}
  </FreshRecordModal>
)

function WithdrawForm({ row, onClose }: { row: EligibilityRow; onClose: () => void }) {
  const { withdraw } = useExemptionChanges()
  const options = exemptionsOf(row)
  const [initialValues] = useState(() => ({ exemption: options[0]?.value ?? '', reason: '' }))
  const form = useDraftForm({
    key: `exemption:${row.student_id}:withdraw`,
    initialValues,
    schema: Withdrawal,
    toBody: ({ reason }) => ({ reason }),
    save: (body, { exemption }) => withdraw({ params: { id: Number(exemption) }, body }),
    onSaved: () => {
      toast.success('The exemption is withdrawn.')
      onClose()
    },
  })
  return (
    <FormModal title={TITLE} thing={row.name} form={form} saveLabel="Withdraw" onClose={onClose}>
      <SelectField label="Exemption" options={options} {...form.fields.getInputProps('exemption')} />
      <TextArea label="Reason" required rows={3} {...form.fields.getInputProps('reason')} />
    </FormModal>
  )
}
