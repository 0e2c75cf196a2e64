import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import { accountMakers } from '../../testing/make/accounts.ts'
import { add, type Fields, next } from '../../testing/make/adding.ts'
import type { Walks } from '../../testing/walks.ts'
import { newCode } from './rules.ts'

/** Adds a document about a student, or about none, without a file unless it is given. */
export const addDocument = async (db: Db, fields: Fields<'verified_documents'> & { student_id: number | null }) =>
  add(db, 'verified_documents', {
    number: `2020-${String(next()).padStart(6, '0')}`,
    code: newCode(),
    kind: 'logbook',
    name: 'A student',
    issued_on: '2026-03-02',
    issued_by: fields.issued_by ?? (await accountMakers(db).user()),
    size: 9,
    sha256: randomBytes(32),
    storage_key: `00/00${randomBytes(19).toString('hex')}`,
    ...fields,
  })

export const walks: Walks = {
  kinds: {
    document: {
      make: async ({ db, ids, student, tell, keepFile }) => {
        const { name: _, ...file } = await keepFile()
        return addDocument(db, { student_id: student.id, issued_by: ids.user, name: tell('named'), ...file })
      },
      hiddenBeside: 'from students',
    },
  },
  ids: { '/verified-documents': 'document' },
  filters: { '/verified-documents': { student_id: 'verified_documents.student_id' } },
  files: {
    verified_documents: {
      keep: async ({ at, student, keepFile }) => {
        const { id } = await student()
        const file = await keepFile()
        await addDocument(at.db, { student_id: id, ...file })
        return file.storage_key
      },
      address: (row) => `/verified-documents/${row.id}/download`,
    },
  },
  goOn: ['/verified-documents/:id/withdrawal'],
}
