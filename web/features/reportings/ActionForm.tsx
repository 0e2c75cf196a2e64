import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { REPORT_NEXT } from '../../../shared/policies/reportings.ts'
import { ApiError } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { FoundPicker } from '../../parts/FoundPicker.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextArea } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { type CardName, type CardValues, cardOf, cardRefusal } from './actions.rules.ts'
import { assigneesQuery, entriesQuery, useActOnReport } from './api.ts'
import { assigneeText } from './rules.ts'
import { TimelineList } from './TimelineList.tsx'

const MEANWHILE = 'This report was changed by someone else.'
const EMPTY: CardValues = { text: '', staff_id: '', staff_label: '' }

interface Props {
  name: CardName
  report: Reporting
  guards: LeaveGuards
  onDone: () => void
}

/** Shows a card with an action on the report. It disappears when the action is refused, unless it holds typed text. */
export function ActionForm(props: Props) {
  const [saves, setSaves] = useState(0)
  // A saved form is done: the next one starts anew.
  return <OneAction key={saves} {...props} onSaved={() => setSaves(saves + 1)} />
}

function OneAction({ name, report, guards, onSaved, onDone }: Props & { onSaved: () => void }) {
  const { title, field, label, saveLabel, pendingLabel, schema, toBody, done, failed } = cardOf(name)
  const act = useActOnReport()
  const entries = useQuery(entriesQuery(report.id)).data ?? []
  /** The last entry that was there when somebody else saved first. */
  const [seen, setSeen] = useState<number>()

  const form = useDraftForm({
    key: `reporting-${name}:${report.id}`,
    initialValues: EMPTY,
    schema,
    toBody,
    fieldOf: (path) => (path === field ? 'text' : path === 'escalated_to' ? 'staff_id' : path),
    save: async (_, values) => {
      setSeen(undefined)
      try {
        const body = { ...toBody(values), status: REPORT_NEXT[name], updated_at: report.updated_at }
        await act({ params: { id: report.id }, body })
      } catch (error) {
        toast.error(failed)
        if (!(error instanceof ApiError && error.status === 409)) throw error
        setSeen(entries.at(-1)?.id ?? 0)
        // The dialog shows the other entries already, so the text must not ask for a reload.
        throw error.message === CHANGED_MEANWHILE ? new ApiError(409, MEANWHILE) : error
      }
    },
    onSaved: () => {
      toast.success(done)
      onSaved()
      onDone()
    },
  })

  const refusal = cardRefusal(name, report)
  if (refusal !== undefined && !form.isDirty() && !form.problem) return null

  const meanwhile = seen === undefined ? [] : entries.filter(({ id }) => id > seen)
  const { staff_id, staff_label } = form.fields.values
  return (
    <FormCard
      title={title}
      form={form}
      guards={guards}
      saveLabel={saveLabel}
      pendingLabel={pendingLabel}
      closed={refusal !== undefined && !form.pending}
    >
      {refusal !== undefined && !form.pending && (
        <Alert color="gray" role="status">
          {refusal} What you typed is kept here until you discard it.
        </Alert>
      )}
      {meanwhile.length > 0 && (
        <div>
          <Text size="sm" mb="xs">
            This has happened meanwhile{refusal === undefined && '. Press again to go on with what you typed'}:
          </Text>
          <TimelineList report={report} entries={meanwhile} label={`Meanwhile, before ${title}`} />
        </div>
      )}
      {name === 'escalate' && (
        <FoundPicker
          {...form.fields.getInputProps('staff_id')}
          label="Escalate To"
          required
          noun="staff member"
          placeholder="Search by name or department"
          search={assigneesQuery}
          labelText={assigneeText}
          from={0}
          except={report.assigned_to}
          value={Number(staff_id) || undefined}
          known={staff_id ? { id: Number(staff_id), label: staff_label } : undefined}
          onChange={(found) => {
            form.fields.setFieldValue('staff_label', found?.label ?? '')
            form.fields.setFieldValue('staff_id', String(found?.id ?? ''))
          }}
        />
      )}
      <TextArea label={label} required {...form.fields.getInputProps('text')} />
    </FormCard>
  )
}
