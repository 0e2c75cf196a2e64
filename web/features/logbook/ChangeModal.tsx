import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LogEntry, LogEntryChange, LogEntryInput } from '../../../shared/contract/log-entries.ts'
import type { LogChoices } from '../../../shared/contract/logbook.ts'
import { isReturnedEntry } from '../../../shared/policies/log-entries.ts'
import { toast } from '../../core/toasts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { FreshRecordModal } from '../../ui/FreshRecordModal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { choicesQuery, entryQuery, useEntryChanges } from './api.ts'
import { LogFields } from './LogFields.tsx'
import { entryBody, performanceName, roundBody, roundField, valuesOf } from './rules.ts'
import { KEPT, logRound } from './sent.api.ts'

interface Props {
  id: number
  /** True for a signed entry, which stays: a new one corrects it. */
  corrects: boolean
  onClose: () => void
}

interface FormProps {
  entry: LogEntry
  choices: LogChoices
  onClose: () => void
  onReload: () => void
}

/** Changes an own entry that is not signed, or corrects one that is. */
export function ChangeModal({ id, corrects, onClose }: Props) {
  const choices = useQuery(choicesQuery)
  const title = corrects ? 'Correct Performance' : 'Edit Performance'
  const Form = corrects ? CorrectionForm : ChangeForm
  return (
    <RecordModal
      title={title}
      query={{ data: choices.data?.value, error: choices.error, refetch: choices.refetch }}
      onClose={onClose}
    >
      {(known) => (
        <FreshRecordModal title={title} query={entryQuery(id)} onClose={onClose}>
          {(entry, onReload) => <Form entry={entry} choices={known} onClose={onClose} onReload={onReload} />}
        </FreshRecordModal>
      )}
    </RecordModal>
  )
}

function ChangeForm({ entry, choices, onClose, onReload }: FormProps) {
  const { change } = useEntryChanges()
  const [initialValues] = useState(() => valuesOf(entry))
  const form = useDraftForm({
    key: `performance:${entry.id}`,
    initialValues,
    schema: LogEntryChange,
    toBody: ({ updated_at, ...values }) => ({ ...entryBody(values), updated_at }),
    save: (body) => change({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success(isReturnedEntry(entry) ? 'Sent to be signed again.' : 'Performance saved.')
      onClose()
    },
  })
  return (
    <FormModal
      title="Edit Performance"
      thing={performanceName(entry)}
      form={form}
      onClose={onClose}
      onReload={() => {
        form.discard()
        onReload()
      }}
    >
      {isReturnedEntry(entry) && (
        <Alert color="yellow">
          <bdi>{entry.supervisor.name}</bdi>: {entry.feedback}
        </Alert>
      )}
      <LogFields fields={form.fields} choices={choices} earliestDay={choices.earliest_day} isOne />
    </FormModal>
  )
}

const CORRECTED = 'Correction logged. It counts once it is signed; until then the former entry does.'

function CorrectionForm({ entry, choices, onClose }: FormProps) {
  const [initialValues] = useState(() => {
    const { updated_at: _, ...values } = valuesOf(entry)
    return values
  })
  const form = useDraftForm({
    key: `performance:${entry.id}:correction`,
    initialValues,
    schema: LogEntryInput,
    toBody: (values) => roundBody(values, 'checked0', entry.id),
    fieldOf: roundField,
    save: async (_, values, key) => {
      const about = { skill: entry.skill.name, supervisor: entry.supervisor.name }
      const isSent = await logRound(entry.skill.name, roundBody(values, key, entry.id), about)
      toast.success(isSent ? CORRECTED : KEPT)
    },
    onSaved: onClose,
  })
  return (
    <FormModal title="Correct Performance" thing={performanceName(entry)} form={form} onClose={onClose}>
      <Text size="sm" c="dimmed">
        A correction is a new entry, which is to be signed too. Until then the former one counts.
      </Text>
      <LogFields fields={form.fields} choices={choices} earliestDay={choices.earliest_day} isOne />
    </FormModal>
  )
}
