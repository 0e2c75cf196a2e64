import type { LibraryEntry } from '../../shared/contract/libraries.ts'
import { batch, department, refOf, stamps } from './records.ts'

/** An entry of the library, as in `records.ts`: a small PDF unless a test says otherwise. */
export const libraryEntry = ({
  department: by = refOf(department()),
  batch: inside = refOf(batch()),
  ...changes
}: Partial<LibraryEntry> = {}): LibraryEntry => ({
  id: 50,
  title: 'Ward handbook',
  detail: null,
  department_id: by.id,
  department: by,
  batch_id: inside?.id ?? null,
  batch: inside,
  year: null,
  type: null,
  description: null,
  uploaded_by: 8,
  uploader: { id: 8, name: 'Bilal Ahmed' },
  filename: 'handbook.pdf',
  file_path: '/api/libraries/50/download',
  file_type: 'application/pdf',
  file_size: 1536,
  sha256: 'ab'.repeat(32),
  download_count: 0,
  ...stamps,
  ...changes,
})
