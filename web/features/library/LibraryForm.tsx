import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import { LIBRARY_FILE } from '../../../shared/files.ts'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import { FileRow, FileRows } from '../../parts/FilesList.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Text } from '../../ui/elements.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useSaveEntry } from './api.ts'
import { EntryInput } from './form.rules.ts'
import { LibraryFields } from './LibraryFields.tsx'
import { ENTRY, entryValues } from './rules.ts'

interface Props extends Opening<LibraryEntry> {
  /** The academic department to which the adding person is bound. */
  departmentId: number | undefined
}

/** Adds an entry with its file, or changes one, with or without another file. */
export function LibraryForm({ departmentId, ...opening }: Props) {
  const entry = opening.record
  const files = useChosenFiles(entry && [{ name: entry.filename, size: entry.file_size }])
  const { adding, replacing, create, update } = useSaveEntry(files)
  const form = useRecordForm({
    kind: ENTRY,
    opening,
    values: entryValues(entry, departmentId),
    schema: EntryInput,
    toBody: (values) => ({ ...values, files: files.names }),
    fieldOf: withFilesField,
    files,
    uploading: entry ? replacing : adding,
    create,
    update,
  })
  const file = (
    <>
      {files.stored.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Present file
          </Text>
          <FileRows label="Present file">
            {files.stored.map((stored) => (
              <FileRow key={stored.name} file={stored} type={entry?.file_type} removed={files.removed.length > 0}>
                {null}
              </FileRow>
            ))}
          </FileRows>
        </div>
      )}
      <FilesField form={form} files={files} allowed={LIBRARY_FILE} />
    </>
  )
  return (
    <RecordForm form={form}>
      <LibraryFields fields={form.fields} entry={entry} disabled={form.pending} file={file} />
    </RecordForm>
  )
}
