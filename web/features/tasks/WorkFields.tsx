import { PDF_FILES } from '../../../shared/files.ts'
import type { Progress } from '../../core/uploading.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import type { DraftForm } from '../../ui/draft-form.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

interface Props {
  form: DraftForm<{ remarks: string }>
  files: readonly File[]
  onFiles: (files: File[]) => void
  /** How many files the server keeps already. */
  kept?: number
  progress: Progress | undefined
}

/** What a student hands in: files and remarks, and how far they have been sent. */
export function WorkFields({ form, files, onFiles, kept, progress }: Props) {
  return (
    <>
      <FilesField
        allowed={PDF_FILES}
        kind="PDF"
        accept="application/pdf,.pdf"
        files={files}
        kept={kept}
        error={form.fields.errors.files as string | undefined}
        disabled={form.pending}
        onChange={(chosen) => {
          onFiles(chosen)
          form.fields.clearFieldError('files')
        }}
      />
      <TextArea label="Remarks" disabled={form.pending} {...form.fields.getInputProps('remarks')} />
      {progress !== undefined && <SentBar progress={progress} />}
    </>
  )
}

function SentBar({ progress }: { progress: Progress }) {
  const percent = progress === 'waiting' ? 0 : Math.round(progress * 100)
  const words = percent < 100 ? 'Uploading...' : 'Checking the files...'
  return (
    <ProgressBar
      label={progress === 'waiting' ? 'Waiting for the server…' : words}
      percent={percent}
      of="Upload progress"
      told
    />
  )
}
