import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { NO_ENTRY, ReportingEntryForm } from '../../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { EVIDENCE_FILES } from '../../../shared/files.ts'
import { toast } from '../../core/toasts.ts'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextArea } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { useAddEntry } from './api.ts'
import { EVIDENCE_ADVICE, readersText } from './rules.ts'

/** The files' names stand in for the files. */
const EntryInput = z.object({ text: ReportingEntryForm.shape.text, files: z.array(z.string()) }).check(
  z.refine(({ text, files }) => Boolean(text) || files.length > 0, {
    path: ['text'],
    error: NO_ENTRY,
  }),
)

interface Props {
  report: Reporting
  /** True for a student, and for a person whose reply is awaited: the entry is then a reply. */
  replies: boolean
  guards: LeaveGuards
  onDone: () => void
}

/** Adds a comment, a reply or evidence to the case file. */
export function EntryForm(props: Props) {
  const [saves, setSaves] = useState(0)
  return <OneEntry key={saves} {...props} onSaved={() => setSaves(saves + 1)} />
}

function OneEntry({ report, replies, guards, onSaved, onDone }: Props & { onSaved: () => void }) {
  const files = useChosenFiles()
  const { send, ...uploading } = useAddEntry()
  const form = useDraftForm({
    key: `reporting-entry:${report.id}`,
    initialValues: { text: '' },
    schema: EntryInput,
    toBody: ({ text }) => ({ text, files: files.names }),
    fieldOf: withFilesField,
    files,
    uploading,
    save: ({ text }, _, key) => send({ params: { id: report.id }, fields: { text }, files: files.added, key }),
    onSaved: () => {
      toast.success(replies ? 'Reply sent successfully!' : 'Comment added successfully!')
      onSaved()
      onDone()
    },
  })
  useEffect(() => {
    if (files.names.length > 0) form.fields.clearFieldError('text')
  }, [files.names.length, form.fields.clearFieldError])

  return (
    <FormCard
      title={replies ? 'Reply' : 'Add to the Case File'}
      form={form}
      guards={guards}
      saveLabel={replies ? 'Send Reply' : 'Add'}
      pendingLabel={replies ? 'Sending...' : 'Adding...'}
    >
      <TextArea
        label={replies ? 'Your reply' : 'Comment'}
        description={readersText(report)}
        {...form.fields.getInputProps('text')}
      />
      <FilesField form={form} files={files} allowed={EVIDENCE_FILES} advice={EVIDENCE_ADVICE} optional />
    </FormCard>
  )
}
