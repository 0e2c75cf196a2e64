import { plainHeading } from '../../documents/sheets/lines.ts'
import type { Fields } from '../../testing/forged.ts'
import { csv, upload } from '../../testing/imports.ts'
import type { Prepare, Walks } from '../../testing/walks.ts'
import { COLUMNS, meaningOf } from './columns.ts'

const HEADINGS = {
  students: ['Name,Email,Batch', 'New,new@college.test,Own batch'],
  staff: ['Name,Email,Department,Designation', 'New,new@college.test,Own department,Own designation'],
  skills: ['Name,Department', 'New,Own department'],
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

export const walks: Walks = {
  prepared: {
    'POST /imports/students/preview': previewed('students'),
    'POST /imports/students': imported('students'),
    'POST /imports/staff/preview': previewed('staff'),
    'POST /imports/staff': imported('staff'),
    'POST /imports/skills/preview': previewed('skills'),
    'POST /imports/skills': imported('skills'),
  },
}
