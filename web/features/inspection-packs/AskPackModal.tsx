import { useState } from 'react'
import { InspectionPackInput } from '../../../shared/contract/inspection-packs.ts'
import { PACK_KEPT_DAYS } from '../../../shared/limits.ts'
import { toast } from '../../core/toasts.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { usePackChanges } from './api.ts'
import { packBody, packValues } from './rules.ts'

/** Asks for the pack of a batch and a time. */
export function AskPackModal({ onClose }: { onClose: () => void }) {
  const { ask } = usePackChanges()
  const [initialValues] = useState(packValues)
  const form = useDraftForm({
    key: 'inspection_pack:new',
    initialValues,
    schema: InspectionPackInput,
    toBody: packBody,
    save: async (body, _values, key) => {
      await ask({ body, key })
      toast.success('The inspection pack is being made.')
    },
    onSaved: onClose,
  })
  const { getInputProps, setFieldValue, values } = form.fields
  return (
    <FormModal
      title="Make Inspection Pack"
      form={form}
      saveLabel="Make the pack"
      pendingLabel="Asking..."
      onClose={onClose}
    >
      <BatchPicker
        required
        {...getInputProps('batch_id')}
        value={values.batch_id}
        onChange={(id) => setFieldValue('batch_id', id)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="From" type="date" required {...getInputProps('from')} />
        <TextInput label="To" type="date" required {...getInputProps('to')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {`Registers, results, surveys and issued documents are those of this time; logbooks and eligibility stand as of today. It is made in the background and kept for ${PACK_KEPT_DAYS} days.`}
      </Text>
    </FormModal>
  )
}
