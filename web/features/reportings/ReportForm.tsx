import { useQuery } from '@tanstack/react-query'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { reportRefusal } from '../../../shared/policies/reportings.ts'
import { toast } from '../../core/toasts.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { reportQuery, useReportChanges } from './api.ts'
import { reportForm } from './form.rules.ts'
import { ReportFields } from './ReportFields.tsx'
import { changesBetween, REPORT, reportValues } from './rules.ts'

/** Tells a failed save in a toast; the reason stands in the form. */
function telling<Input, Answer>(save: (input: Input) => Promise<Answer>) {
  return async (input: Input) => {
    try {
      return await save(input)
    } catch (error) {
      toast.error('An error occurred while saving the report')
      throw error
    }
  }
}

/** Files a report, or changes one. */
export function ReportForm({ short, ...opening }: Opening<Reporting> & { short: boolean }) {
  const { record } = opening
  const { create, update } = useReportChanges()
  const form = useRecordForm({
    kind: REPORT,
    opening,
    values: reportValues(record),
    ...reportForm(short),
    create: telling(create),
    update: telling(update),
  })

  /** Saves the typed fields over the changes that the form has shown. The other fields stay as stored. */
  function saveOver(stored: Reporting): void {
    const [typed, read, now] = [form.fields.getValues(), reportValues(record), reportValues(stored)]
    const untouched = (Object.keys(now) as (keyof typeof now)[]).filter((field) => typed[field] === read[field])
    form.fields.setValues({
      ...Object.fromEntries(untouched.map((field) => [field, now[field]])),
      updated_at: stored.updated_at,
    })
    form.formProps.onSubmit()
  }

  return (
    <RecordForm form={form}>
      {record && form.conflict && <Meanwhile read={record} pending={form.pending} onSaveOver={saveOver} />}
      <ReportFields fields={form.fields} short={short} wasHidden={record?.is_confidential === true} />
    </RecordForm>
  )
}

type Change = ReturnType<typeof changesBetween>[number]

const COLUMNS: readonly Column<Change>[] = [
  { header: 'Field', cell: ({ label }) => label },
  { header: 'As you read it', cell: ({ before }) => <bdi>{before}</bdi> },
  { header: 'As it is stored now', cell: ({ now }) => <bdi>{now}</bdi> },
]

interface MeanwhileProps {
  read: Reporting
  pending: boolean
  onSaveOver: (stored: Reporting) => void
}

/** Shows the changes that others made since the form was opened. The typed text stays in the form. */
function Meanwhile({ read, pending, onSaveOver }: MeanwhileProps) {
  const { data: stored } = useQuery(reportQuery(read.id))
  if (!stored || stored.updated_at === read.updated_at) return null
  const changes = changesBetween(read, stored)
  const refused = reportRefusal('edit', stored)
  const refusal = refused === 'never' ? 'You may no longer change this report.' : refused
  return (
    <Stack gap="xs">
      {changes.length > 0 ? (
        <DataTable caption="Changed meanwhile" columns={COLUMNS} rows={changes} rowKey={({ label }) => label} />
      ) : (
        <Text size="sm">Something was added to its case file meanwhile. No field of this form has changed.</Text>
      )}
      {refusal === undefined ? (
        <Button variant="default" disabled={pending} onClick={() => onSaveOver(stored)}>
          Save what I typed
        </Button>
      ) : (
        <Text size="sm">
          {refusal} What you typed stays here until you close the form: copy it, and add it to the case file.
        </Text>
      )}
    </Stack>
  )
}
