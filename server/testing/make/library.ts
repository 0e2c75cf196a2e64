import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Db } from '../../db/types.ts'
import type { FileStore } from '../../files/files.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'

export const libraryMakers = (db: Db, files?: FileStore) => ({
  /** Adds an entry with a file in the store that holds `content`. */
  libraryEntry: async (departmentId: number, fields: Fields<'library_entries'> = {}, content = 'notes') => {
    if (!files) throw new Error('there is no store for the file')
    const path = await files.temporaryPath()
    await writeFile(path, content)
    const bytes = Buffer.from(content)
    return add(db, 'library_entries', {
      title: `Entry ${next()}`,
      department_id: departmentId,
      uploaded_by: fields.uploaded_by ?? (await accountMakers(db).user()),
      filename: 'notes.txt',
      file_type: 'text/plain',
      file_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: await files.keep(path),
      ...fields,
    })
  },
})
