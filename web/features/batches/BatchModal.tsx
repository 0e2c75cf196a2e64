import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Batch, BatchChange, BatchInput } from '../../../shared/contract/batches.ts'
import { BATCH_STATUSES, labelOf } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { batchQuery, useBatchChanges } from './api.ts'
import { BatchPanel } from './BatchPanel.tsx'

const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))
const STATUSES = BATCH_STATUSES.map((value) => ({ value, label: labelOf(value) }))

interface OneProps {
  id: number
  onClose: () => void
}

/** One batch, to read. */
export function ViewBatchModal({ id, onClose }: OneProps) {
  const query = useQuery(batchQuery(id))
  return (
    <RecordModal title="View Batch" query={query} onClose={onClose}>
      {(batch) => (
        <Modal title="View Batch" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
          <BatchPanel batch={batch} />
          <HistoryPanel entity="batch" id={batch.id} />
        </Modal>
      )}
    </RecordModal>
  )
}

/** One batch, to change. */
export function EditBatchModal({ id, onClose }: OneProps) {
  const { record, opening, reload } = useFreshRecord(useQuery(batchQuery(id)))
  return (
    <RecordModal title="Edit Batch" query={record} onClose={onClose}>
      {(batch) => <BatchModal key={opening} batch={batch} onClose={onClose} onReload={reload} />}
    </RecordModal>
  )
}

interface Props {
  /** Undefined adds a new one. */
  batch: Batch | undefined
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload?: () => void
}

type Values = {
  name: string
  current_year: Batch['current_year'] | ''
  description: string
  status: Batch['status']
  updated_at: string | undefined
}

const bodyOf = ({ current_year, ...values }: Values) => ({
  ...values,
  // The schema says what is wrong with none.
  current_year: current_year as Batch['current_year'],
})

export function BatchModal({ batch: read, onClose, onReload }: Props) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [batch] = useState(read)
  const { create, update } = useBatchChanges()
  const initialValues: Values = {
    name: batch?.name ?? '',
    current_year: batch?.current_year ?? '',
    description: batch?.description ?? '',
    status: batch?.status ?? 'active',
    updated_at: batch?.updated_at,
  }
  const form = useDraftForm({
    key: `batch:${batch?.id ?? 'new'}`,
    initialValues,
    schema: batch ? BatchChange : BatchInput,
    toBody: bodyOf,
    save: (_, values, key) =>
      batch ? update({ params: { id: batch.id }, body: bodyOf(values) }) : create({ body: bodyOf(values), key }),
    onSaved: () => {
      toast.success(`Batch ${batch ? 'updated' : 'created'} successfully!`)
      onClose()
    },
  })
  function discard(): void {
    form.discard()
    onReload?.()
  }
  return (
    <FormModal
      title={batch ? 'Edit Batch' : 'Add New Batch'}
      form={{ ...form, discard }}
      onClose={onClose}
      after={batch && <HistoryPanel entity="batch" id={batch.id} />}
    >
      <TextInput label="Name" required data-autofocus autoComplete="off" {...form.fields.getInputProps('name')} />
      <SelectField
        label="Current Year"
        required
        blank="Select year"
        options={YEAR_OPTIONS}
        {...form.fields.getInputProps('current_year')}
      />
      <TextArea label="Description" {...form.fields.getInputProps('description')} />
      <SelectField label="Status" options={STATUSES} {...form.fields.getInputProps('status')} />
    </FormModal>
  )
}
