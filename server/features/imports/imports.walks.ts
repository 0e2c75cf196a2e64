import { plainHeading } from '../../documents/sheets/lines.ts'
import type { Fields } from '../../testing/forged.ts'
import { csv, eventsOf, preview, upload } from '../../testing/imports.ts'
import type { Prepare, WalkedKind, Walks } from '../../testing/walks.ts'
import { COLUMNS, meaningOf } from './columns.ts'

const HEADINGS = {
  students: ['Name,Email,Batch', 'New,new@college.test,Own batch'],
  staff: ['Name,Email,Department,Designation', 'New,new@college.test,Own department,Own designation'],
  skills: ['Name,Department', 'New,Own department'],
  departments: ['Name,Type', 'New,Academic'],
  designations: ['Name', 'New'],
  groups: ['Name,Batch,Department', 'New,Own batch,Own department'],
} as const

/** Returns a file with a new record; the fields that nobody asked for are further columns. */
function fileOf(kind: keyof typeof HEADINGS, forged: Fields): { name: string; content: string } {
  const isKnown = (heading: string) =>
    COLUMNS[kind].some((column) => column.field === heading || meaningOf(column, plainHeading(heading)) !== undefined)
  const others = Object.entries(forged).filter(([field]) => !isKnown(field))
  const [heading, row] = HEADINGS[kind]
  const lines = [
    [heading, ...others.map(([field]) => field)],
    [row, ...others.map(([, value]) => (typeof value === 'object' ? 'Forged' : String(value)))],
  ]
  return { name: 'records.csv', content: csv(...lines.map((cells) => cells.join(','))) }
}

const previewed =
  (kind: keyof typeof HEADINGS): Prepare =>
  ({ forged }) => ({ file: fileOf(kind, forged) })
const imported =
  (kind: keyof typeof HEADINGS): Prepare =>
  async ({ at, caller, forged }) => {
    const file = fileOf(kind, forged)
    const { body } = await (await at.of(caller.id)).upload(`/imports/${kind}/preview`, upload(file.content))
    return { file, body: { digest: body.data.digest } }
  }

/** Imports a new record as the caller, for undoing that. */
const undoable =
  (kind: keyof typeof HEADINGS): Prepare =>
  async ({ at, caller }) => {
    const importer = await at.of(caller.id)
    const { content } = fileOf(kind, {})
    const { digest } = await preview(importer, kind, content)
    const done = eventsOf(await importer.upload(`/imports/${kind}`, upload(content, { digest }))).at(-1)
    return { ids: { [`import of ${kind}`]: (done as { import_id: number }).import_id } }
  }

/** Everybody undoes own imports, an administrator all. */
const importOf = (kind: keyof typeof HEADINGS): WalkedKind => ({
  make: async ({ db, ids, tell }) => {
    const values = { kind, file_name: tell('file'), actor_id: ids.user, actor_name: tell('importer') }
    const { id } = await db
      .insertInto('imports')
      .values({ ...values, created: 1, updated: 0, unchanged: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  hiddenBeside: 'from all',
})

export const walks: Walks = {
  kinds: {
    'import of students': importOf('students'),
    'import of staff': importOf('staff'),
    'import of skills': importOf('skills'),
    'import of departments': importOf('departments'),
    'import of designations': importOf('designations'),
    'import of groups': importOf('groups'),
  },
  ids: {
    '/imports/students': 'import of students',
    '/imports/staff': 'import of staff',
    '/imports/skills': 'import of skills',
    '/imports/departments': 'import of departments',
    '/imports/designations': 'import of designations',
    '/imports/groups': 'import of groups',
  },
  goOn: Object.keys(HEADINGS).map((kind) => `/imports/${kind}/:id/undo`),
  prepared: {
    'POST /imports/students/preview': previewed('students'),
    'POST /imports/students': imported('students'),
    'POST /imports/students/:id/undo': undoable('students'),
    'POST /imports/staff/preview': previewed('staff'),
    'POST /imports/staff': imported('staff'),
    'POST /imports/staff/:id/undo': undoable('staff'),
    'POST /imports/skills/preview': previewed('skills'),
    'POST /imports/skills': imported('skills'),
    'POST /imports/skills/:id/undo': undoable('skills'),
    'POST /imports/departments/preview': previewed('departments'),
    'POST /imports/departments': imported('departments'),
    'POST /imports/departments/:id/undo': undoable('departments'),
    'POST /imports/designations/preview': previewed('designations'),
    'POST /imports/designations': imported('designations'),
    'POST /imports/designations/:id/undo': undoable('designations'),
    'POST /imports/groups/preview': previewed('groups'),
    'POST /imports/groups': imported('groups'),
    'POST /imports/groups/:id/undo': undoable('groups'),
  },
}
