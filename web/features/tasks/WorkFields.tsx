import { PDF_FILES } from '../../../shared/files.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'
import { FilesField, type FilesForm } from '../../parts/FilesField.tsx'
import { TextArea } from '../../ui/fields.tsx'

interface Props {
  form: FilesForm & { fields: { getInputProps: (path: 'remarks') => object } }
  files: ChosenFiles
}

/** The fields of a submission: files and remarks. */
export const WorkFields = ({ form, files }: Props) => (
  <>
    <FilesField form={form} files={files} allowed={PDF_FILES} kind="PDF" />
    <TextArea label="Remarks" disabled={form.pending} {...form.fields.getInputProps('remarks')} />
  </>
)
