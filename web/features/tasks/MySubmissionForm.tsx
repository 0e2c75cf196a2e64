import * as z from 'zod/mini'
import { filesOf, ResubmitInput, type Submission } from '../../../shared/contract/submissions.ts'
import { NO_FILE, PDF_FILES } from '../../../shared/files.ts'
import { isReturned } from '../../../shared/policies/submissions.ts'
import { isCancelled } from '../../core/call.ts'
import { toast } from '../../core/toasts.ts'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { FilesList } from '../../parts/FilesList.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { readFileOf, useResubmitWork } from './api.ts'
import { ReturnedPanel } from './ReturnedPanel.tsx'
import { SubmissionFacts } from './SubmissionPanel.tsx'
import { ThreadPanel } from './ThreadPanel.tsx'
import { WorkFields } from './WorkFields.tsx'

/** The names are those of all files after the save: kept and new ones. */
const ChangeInput = z.object({
  remarks: ResubmitInput.shape.remarks,
  files: z.array(z.string()).check(z.minLength(1, NO_FILE), z.maxLength(PDF_FILES.most, PDF_FILES.tooMany)),
})

interface Props {
  title: string
  submission: Submission
  /** Reads the submission again, and opens the form anew over it. */
  onReload: () => void
  onClose: () => void
}

/** Changes the student's submission while that is allowed. */
export function MySubmissionForm({ title, submission, onReload, onClose }: Props) {
  const isSentAgain = isReturned(submission)
  const stored = filesOf(submission)
  // The corrected file stands for the former ones, unless the student keeps one.
  const files = useChosenFiles(stored, isSentAgain ? stored.map(({ name }) => name) : [])
  const { uploading, save } = useResubmitWork(submission.id)

  const form = useDraftForm({
    key: `submission:${submission.id}`,
    // The draft keeps the version that was read, so that a restored one can't overwrite a later change unseen.
    initialValues: { remarks: submission.remarks ?? '', updated_at: submission.updated_at },
    schema: ChangeInput,
    // Returned work needs a new file, whatever is kept of it.
    toBody: ({ remarks }) => ({ remarks, files: isSentAgain && files.added.length === 0 ? [] : files.names }),
    fieldOf: withFilesField,
    files,
    uploading,
    save: async (_, change) => {
      try {
        await save(change, files)
      } catch (error) {
        if (!isCancelled(error)) toast.error('Failed to update submission. Please try again.')
        throw error
      }
    },
    onSaved: () => {
      toast.success('Submission updated successfully!')
      onClose()
    },
  })

  function reload(): void {
    form.discard()
    onReload()
  }

  return (
    <FormModal
      title={title}
      thing={submission.task.name}
      form={form}
      saveLabel={isSentAgain ? 'Send Again' : 'Save Changes'}
      after={(guards) => <ThreadPanel submission={submission} guards={guards} />}
      onReload={reload}
      onClose={onClose}
    >
      {isSentAgain && <ReturnedPanel submission={submission} />}
      <SubmissionFacts submission={submission} />
      <div>
        <Text size="sm" fw={600}>
          Submitted files
        </Text>
        <FilesList
          files={files.stored}
          read={readFileOf(submission)}
          label="Submitted files"
          removed={files.removed}
          removedText={isSentAgain ? 'will be replaced' : undefined}
          onRemovedChange={(names) => {
            files.setRemoved(names)
            form.fields.clearFieldError('files')
          }}
        />
      </div>
      <WorkFields form={form} files={files} task={submission.task.name} />
    </FormModal>
  )
}
