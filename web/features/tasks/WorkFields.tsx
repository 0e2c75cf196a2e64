import { PDF_FILES } from '../../../shared/files.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'
import { FilesField, type FilesForm } from '../../parts/FilesField.tsx'
import { FromPhotos } from '../../parts/FromPhotos.tsx'
import { TextArea } from '../../ui/fields.tsx'

interface Props {
  form: FilesForm & { fields: { getInputProps: (path: 'remarks') => object } }
  files: ChosenFiles
  /** The task's name, which a PDF of photos gets. */
  task: string
}

/** The fields of a submission: files and remarks. */
export const WorkFields = ({ form, files, task }: Props) => (
  <>
    <FilesField
      form={form}
      files={files}
      allowed={PDF_FILES}
      kind="PDF"
      beside={(add) => (
        <FromPhotos title={task} files={files} allowed={PDF_FILES} disabled={form.pending} onMade={add} />
      )}
    />
    <TextArea label="Remarks" disabled={form.pending} {...form.fields.getInputProps('remarks')} />
  </>
)
