import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { fileKindName } from '../../parts/FileIcon.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { readFileOf, useRefreshEntries } from './api.ts'

/** Shows all fields of an entry. */
export function LibraryPanel({ entry }: { entry: LibraryEntry }) {
  const { title, filename, file_type, file_size, uploader } = entry
  const refresh = useRefreshEntries()
  return (
    <>
      <Facts
        facts={[
          ['Title', title, 'wide'],
          ['Department', entry.department.name],
          ['Batch', entry.batch?.name ?? 'Every batch'],
          ['Year', entry.year],
          ['Type', entry.type],
          ['Detail', entry.detail, 'wide'],
          ['Description', entry.description, 'wide'],
          [
            'Filename',
            <bdi key="name" dir="ltr">
              {filename}
            </bdi>,
            'wide',
          ],
          ['Kind', fileKindName(filename, file_type)],
          ['Size', formatSize(file_size)],
          ['Uploaded By', <PersonName key="by" name={uploader.name} />],
          ['Uploaded', formatInstant(entry.created_at)],
          ['Downloads', entry.download_count],
        ]}
      />
      <div style={{ display: 'flex', marginBlock: 16 }}>
        <FileDownload name={filename} of={title} read={readFileOf(entry, 'download')} onDone={refresh} />
      </div>
    </>
  )
}
