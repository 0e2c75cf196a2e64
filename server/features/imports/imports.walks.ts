import { plainHeading } from '../../documents/sheets/lines.ts'
import { csv, eventsOf, preview, upload } from '../../testing/imports.ts'
import type { Arrangement, Prepare, WalkedKind, Walks } from '../../testing/walks.ts'
import { meaningOf } from './column.ts'
import { COLUMNS } from './columns.ts'

const HEADINGS = {
  students: ['Name,Email,Batch', 'New,new@college.test,Own batch'],
  staff: ['Name,Email,Department,Designation', 'New,new@college.test,Own department,Own designation'],
  skills: ['Name,Department', 'New,Own department'],
  departments: ['Name,Type', 'New,Academic'],
  designations: ['Name', 'New'],
  groups: ['Name,Batch,Department', 'New,Own batch,Own department'],
} as const

type Kind = keyof typeof HEADINGS | keyof typeof PAST

/** Makes what a file of results or attendance is about, and returns its headings and its row. */
const PAST = {
  results: async ({ at, own }: Arrangement) => {
    const id = await at.make.assessment(own.ids.group)
    return ['Roll No,Department,Assessment,Marks', `${await rollOf(at, own)},Own department,${await nameOf(at, id)},7`]
  },
  attendance: async ({ at, own }: Arrangement) => {
    const day = '2024-01-08'
    await at.make.session(own.ids.group, { staff_id: own.ids.staff, activity_date: day })
    return ['Roll No,Department,Day,Status', `${await rollOf(at, own)},Own department,${day},P`]
  },
}

async function rollOf(at: Arrangement['at'], own: Arrangement['own']): Promise<string> {
  return (await at.stored('students', own.ids.student))?.roll_no ?? ''
}

const nameOf = async (at: Arrangement['at'], id: number) => (await at.stored('assessments', id))?.name ?? ''

const isPast = (kind: Kind): kind is keyof typeof PAST => kind in PAST

/** Returns a file with a new record; the fields that nobody asked for are further columns. */
async function fileOf(kind: Kind, arranged: Arrangement): Promise<{ name: string; content: string }> {
  const isKnown = (heading: string) =>
    COLUMNS[kind].some((column) => column.field === heading || meaningOf(column, plainHeading(heading)) !== undefined)
  const others = Object.entries(arranged.forged).filter(([field]) => !isKnown(field))
  const [heading = '', row = ''] = isPast(kind) ? await PAST[kind](arranged) : HEADINGS[kind]
  const lines = [
    [heading, ...others.map(([field]) => field)],
    [row, ...others.map(([, value]) => (typeof value === 'object' ? 'Forged' : String(value)))],
  ]
  return { name: 'records.csv', content: csv(...lines.map((cells) => cells.join(','))) }
}

const previewed =
  (kind: Kind): Prepare =>
  async (arranged) => ({ file: await fileOf(kind, arranged) })
const imported =
  (kind: Kind): Prepare =>
  async (arranged) => {
    const { at, caller } = arranged
    const file = await fileOf(kind, arranged)
    const { body } = await (await at.of(caller.id)).upload(`/imports/${kind}/preview`, upload(file.content))
    return { file, body: { digest: body.data.digest } }
  }

/** Imports a new record as the caller, for undoing that. */
const undoable =
  (kind: Kind): Prepare =>
  async (arranged) => {
    const { at, caller } = arranged
    const importer = await at.of(caller.id)
    const { content } = await fileOf(kind, { ...arranged, forged: {} })
    const { digest } = await preview(importer, kind, content)
    const done = eventsOf(await importer.upload(`/imports/${kind}`, upload(content, { digest }))).at(-1)
    return { ids: { [`import of ${kind}`]: (done as { import_id: number }).import_id } }
  }

/** Everybody undoes own imports, an administrator all. */
const importOf = (kind: Kind): WalkedKind => ({
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
    'import of results': importOf('results'),
    'import of attendance': importOf('attendance'),
  },
  ids: {
    '/imports/students': 'import of students',
    '/imports/staff': 'import of staff',
    '/imports/skills': 'import of skills',
    '/imports/departments': 'import of departments',
    '/imports/designations': 'import of designations',
    '/imports/groups': 'import of groups',
    '/imports/results': 'import of results',
    '/imports/attendance': 'import of attendance',
  },
  goOn: [...Object.keys(HEADINGS), ...Object.keys(PAST)].map((kind) => `/imports/${kind}/:id/undo`),
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
    'POST /imports/results/preview': previewed('results'),
    'POST /imports/results': imported('results'),
    'POST /imports/results/:id/undo': undoable('results'),
    'POST /imports/attendance/preview': previewed('attendance'),
    'POST /imports/attendance': imported('attendance'),
    'POST /imports/attendance/:id/undo': undoable('attendance'),
  },
}
