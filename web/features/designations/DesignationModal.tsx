import { TextInput } from '@mantine/core'
import { type Designation, DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useDesignationChanges } from './api.ts'

interface Props {
  /** Undefined adds a new one. */
  designation: Designation | undefined
  onClose: () => void
}

type Values = { name: string; updated_at: string | undefined }

export function DesignationModal({ designation, onClose }: Props) {
  const { create, update } = useDesignationChanges()
  const initialValues: Values = { name: designation?.name ?? '', updated_at: designation?.updated_at }
  const form = useDraftForm({
    key: `designation:${designation?.id ?? 'new'}`,
    initialValues,
    schema: designation ? DesignationChange : DesignationInput,
    toBody: (values: Values) => values,
    save: (_, values, key) =>
      designation ? update({ params: { id: designation.id }, body: values }) : create({ body: values, key }),
    onSaved: () => {
      toast.success(`Designation ${designation ? 'updated' : 'created'} successfully!`)
      onClose()
    },
  })
  return (
    <FormModal
      title={designation ? 'Edit Designation' : 'Add New Designation'}
      size="md"
      form={form}
      onClose={onClose}
      after={designation && <HistoryPanel entity="designation" id={designation.id} />}
    >
      <TextInput label="Name" required data-autofocus {...form.fields.getInputProps('name')} />
    </FormModal>
  )
}
