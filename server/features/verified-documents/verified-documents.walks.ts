import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import type { College } from '../../testing/college.ts'
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
    created_at: new Date('2026-03-02T08:00:00Z'),
    issued_by: fields.issued_by ?? (await accountMakers(db).user()),
    size: 9,
    sha256: randomBytes(32),
    storage_key: `00/00${randomBytes(19).toString('hex')}`,
    ...fields,
  })

/** Makes a student of whom each kind of document has something to tell. */
export async function studentWithFigures({ at: { make }, student, ...college }: College, ...groups: number[]) {
  const made = await student(...groups)
  const { wards, medicine, faculty } = college
  await make.entry(await make.session(wards, { status: 'completed', activity_date: '2026-03-01' }), made.id)
  await make.result(await make.assessment(wards, { status: 'evaluated', total_marks: 20 }), made.id, { marks: 15 })
  const supervisor = await make.staff(await make.user(), medicine)
  await make.logEntry(made.id, await make.skill(medicine), supervisor, {
    status: 'signed',
    decision: 'completed',
    signed_by: faculty.userId,
    signed_at: new Date(),
  })
  return made
}

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
  prepared: {
    // A student of whom a logbook tells something, and who has not been given one within the minute.
    'POST /verified-documents': async ({ at: { make, db }, own: { ids } }) => {
      const student = await make.student(ids.batch, ids.group)
      const skill = await db.selectFrom('skills').select(['id', 'department_id']).limit(1).executeTakeFirstOrThrow()
      const userId = await make.user()
      const supervisor = await make.staff(userId, skill.department_id)
      const signed = { status: 'signed', decision: 'completed', signed_by: userId, signed_at: new Date() } as const
      await make.logEntry(student.id, skill.id, supervisor, signed)
      return { ids: { student: student.id } }
    },
  },
  filters: {
    '/verified-documents': {
      student_id: 'verified_documents.student_id',
      kind: 'verified_documents.kind',
      state: 'verified_documents.state',
    },
  },
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
