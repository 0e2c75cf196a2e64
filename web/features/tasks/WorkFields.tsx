import { PDF_FILES } from '../../../shared/files.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import type { DraftForm } from '../../ui/draft-form.ts'
import { TextArea } from '../../ui/TextArea.tsx'

const PDF = { name: 'PDF', accept: 'application/pdf,.pdf' }

interface Props {
  form: DraftForm<{ remarks: string }>
  files: ChosenFiles
}

/** What a student hands in: files and remarks. */
export const WorkFields = ({ form, files }: Props) => (
  <>
    <FilesField form={form} files={files} allowed={PDF_FILES} kind={PDF} />
    <TextArea label="Remarks" disabled={form.pending} {...form.fields.getInputProps('remarks')} />
  </>
)
