import type { ColumnChoice, Mended, NewName } from '../../../shared/contract/import-answers.ts'
import type { DateOrder, ImportEvent, ImportKind, ImportPreview, ImportRow } from '../../../shared/contract/imports.ts'
import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'

/** The title of each kind's screen, and the screen that it belongs to. */
export const SCREENS: Record<ImportKind, { title: string; to: string; of: string }> = {
  students: { title: 'Import students', to: '/students', of: 'students' },
  staff: { title: 'Import staff', to: '/staff', of: 'staff' },
  skills: { title: 'Import skills', to: '/skills', of: 'skills' },
  departments: { title: 'Import departments', to: '/department', of: 'departments' },
  designations: { title: 'Import designations', to: '/designations', of: 'designations' },
  groups: { title: 'Import groups', to: '/groups', of: 'groups' },
  results: { title: 'Import past results', to: '/assessment', of: 'assessments' },
  attendance: { title: 'Import past attendance', to: '/attendance', of: 'attendance' },
}

/** The filters of the rows, with the buttons' words. */
export const SHOWN = [
  ['all', 'All'],
  ['create', 'Create'],
  ['update', 'Update'],
  ['unchanged', 'Unchanged'],
  ['error', 'Errors'],
] as const
export type RowFilter = (typeof SHOWN)[number][0]

export const AWAY =
  'The server cannot be reached just now. It checks and imports files, so an import has to wait until you have network again.'
export const LOST = 'The connection was lost. Preview the file again to see whether it was imported.'

/** The columns that identify a row beside its name. A student without a roll number is known by email. */
export const KEY_NAMES: Partial<Record<ImportKind, string>> = {
  students: 'Roll Number or Email',
  staff: 'Email or Staff Number',
  skills: 'Code',
  results: 'Roll Number or Email',
  attendance: 'Roll Number or Email',
}

/** The fields of these columns, the first that a row has. */
const KEY_FIELDS: Partial<Record<ImportKind, readonly string[]>> = {
  students: ['roll_no', 'email'],
  staff: ['email', 'staff_no'],
  skills: ['code'],
  results: ['roll_no', 'email'],
  attendance: ['roll_no', 'email'],
}

/** Returns what a row is known by: as it will be stored, where it can be read. */
export function keyOf(kind: ImportKind, { key, values }: ImportRow): string {
  const field = KEY_FIELDS[kind]?.find((one) => values[one] !== undefined)
  return (field && values[field]) ?? key
}

/** Returns the field by which the rows of a file are told apart. */
export const keyField = (kind: ImportKind, { file_columns }: Pick<ImportPreview, 'file_columns'>) =>
  KEY_FIELDS[kind]?.find((one) => file_columns.some(({ field }) => field === one)) ?? KEY_FIELDS[kind]?.[0]

/** Returns the fields that are read or lacking, besides name and key, in the order of the template. */
export function valueFields(kind: ImportKind, preview: ImportPreview): ImportPreview['fields'] {
  const shown = new Set<string | null>(preview.file_columns.map(({ field }) => field))
  for (const { values, errors } of preview.rows)
    for (const field of [...Object.keys(values), ...Object.keys(errors)]) shown.add(field)
  const key = keyField(kind, preview)
  return preview.fields.filter(({ field }) => shown.has(field) && field !== 'name' && field !== key)
}

const PEOPLE =
  'Fill in the template, one person a row, and choose the file here. Whoever is known already is updated, an empty cell leaving what is stored; everybody else is added with an account. You see what will happen before anything is written.'
const SEEN = 'You see what will happen before anything is written.'

/** Says what becomes of a file. */
export const ABOUT: Record<ImportKind, string> = {
  students: PEOPLE,
  staff: PEOPLE,
  skills:
    'Fill in the template, one skill a row, and choose the file here. A skill that the department has already, by its code or its name, is updated, an empty cell leaving what is stored; all others are added. You see what will happen before anything is written.',
  departments:
    'Fill in the template, one department a row, and choose the file here. A department whose name is there already is updated, an empty cell leaving what is stored; all others are added. You see what will happen before anything is written.',
  designations:
    'Fill in the template, one designation a row, and choose the file here. Those that are there already stay as they are; all others are added. You see what will happen before anything is written.',
  groups:
    'Fill in the template, one group a row with its batch and department, and choose the file here. A group that is there already is updated, an empty cell leaving what is stored; all others are added, without students. You see what will happen before anything is written.',
  results: `Choose a file with the marks of students who are in groups of the department: one result a row, or one student a row with a column for each assessment, its title as the heading. A line "Max" below the headings has the maximum marks. Results that are there already are updated, and each assessment becomes evaluated, as when its marks are entered by hand. ${SEEN}`,
  attendance: `Choose a file with registers of days that have passed: one entry a row, or one student a row with a column for each day, the day as its heading and P, A or L below. A register has everybody who was in the group on its day: nobody is made absent whom the file does not name. Registers that are there already are updated. ${SEEN}`,
}

export const rowsShown = (rows: readonly ImportRow[], shown: RowFilter): readonly ImportRow[] =>
  shown === 'all' ? rows : rows.filter(({ outcome }) => outcome === shown)

export function countsOf(rows: ImportPreview['rows']): Record<RowFilter, number> {
  const counts = { all: rows.length, create: 0, update: 0, unchanged: 0, error: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

export const rowsText = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

/** Returns the template's column of a field: `roll_no` → "Roll Number", `batch_id` → "Batch". */
const NUMBERS: Record<string, string> = { roll_no: 'Roll Number', staff_no: 'Staff Number' }
const templateColumn = (field: string) => NUMBERS[field] ?? labelOf(field.replace(/_id$/, '')).replace(' Of ', ' of ')

/** Returns the errors of a row by field, each named as its column in the file, once: "E-mail: Email is required". */
export const problemsOf = ({ errors }: ImportRow, { columns, fields }: Pick<ImportPreview, 'columns' | 'fields'>) =>
  Object.entries(errors).map(([field, texts]) => {
    if (field === WHOLE_ROW) return { field, text: texts.join(' ') }
    const heading = columns[field] ?? fields.find((one) => one.field === field)?.heading ?? templateColumn(field)
    const text = texts.join(' ')
    return { field, text: saysItself(text, heading) ? text : `${heading}: ${text}` }
  })

/** Tells whether an error begins with the name of its column. */
const saysItself = (text: string, heading: string) => folded(text).startsWith(`${folded(heading)} `)

/** The field of what is wrong with a row, and with none of its cells. */
const WHOLE_ROW = 'row'

/** Returns the lines in which the same word is wrong as in a row, and which the same stored name would mend. */
export const sameSlips = (
  rows: readonly ImportRow[],
  { values }: Pick<ImportRow, 'values'>,
  field: string,
  name: string,
) =>
  rows.filter((row) => row.values[field] === values[field] && row.like?.[field]?.includes(name)).map(({ line }) => line)

/** A cell that changes something, or was read in another way than it is written: before and after. */
interface Change {
  heading: string
  from: string
  how: string
  to: string
}

/** Lists what an import changes and how cells were read: "Phone: 0300 → 0301", "Phone: 300, read as 0300". */
export function changesOf({ changes, read }: ImportRow): Change[] {
  const changed = Object.entries(changes).map(([heading, [before, after]]) => ({
    heading,
    from: before ?? '–',
    how: ' → ',
    to: after ?? '–',
  }))
  const readings = Object.entries(read)
    .filter(([heading]) => !(heading in changes))
    .map(([heading, [from, to]]) => ({ heading, from, how: ', read as ', to }))
  return [...changed, ...readings]
}

const wordsOf = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u)

/** Returns a name behind its noun, unless it says that itself: "group A", "sessions of group A", but "sessions of Group D". */
export function withNoun(noun: string, name: string): string {
  const nouns = noun.split(' ')
  const isSaid = wordsOf(name).includes(nouns.at(-1) ?? '')
  return [...(isSaid ? nouns.slice(0, -1) : nouns), name].join(' ')
}

/** The records of these files, of which a row may have several. */
const RECORDS: Partial<Record<ImportKind, [one: string, many: string]>> = {
  results: ['mark', 'marks'],
  attendance: ['entry', 'entries'],
}

interface Counts {
  created: number
  updated: number
  unchanged: number
}

/** Tells what came of an import, in records where these are not the rows: "Created 50 marks, updated 0, unchanged 1". */
export function countsText(kind: ImportKind, { created, updated, unchanged }: Counts): string {
  const nouns = RECORDS[kind]
  const noun = nouns ? ` ${nouns[created === 1 ? 0 : 1]}` : ''
  return `Created ${created}${noun}, updated ${updated}, unchanged ${unchanged}`
}

/** Tells the same of the rows that were imported: "25 rows: created 50 marks, updated 0, unchanged 1". */
export function resultText(kind: ImportKind, rows: number, counts: Counts): string {
  const text = countsText(kind, counts)
  return RECORDS[kind] ? `${rowsText(rows)}: ${text.replace('Created', 'created')}` : text
}

export type ImportResult = Extract<ImportEvent, { type: 'done' }>

/** Returns the passwords of the new accounts; an import of other records than people has none. */
export const credentialsOf = (result: ImportResult) => ('credentials' in result ? result.credentials : [])

/** The person's answers to what the file leaves open, and what they have mended. */
export interface Answers {
  order?: DateOrder | undefined
  columns?: ColumnChoice | undefined
  mended?: Mended | undefined
  /** Names of the file that are made with the import. */
  making?: NewName[] | undefined
  /** The years and kinds that were chosen for new names, by the name's key: they stay when none is made. */
  words?: Record<string, string> | undefined
  /** The new names that were ticked or unticked by hand, by the same key. */
  ticks?: Record<string, boolean> | undefined
}

/** Returns whether something is open that only the person can answer. */
export const isOpen = ({ date_question, date_order, file_columns }: ImportPreview) =>
  (date_question !== null && date_order === null) || file_columns.some(({ asks }) => asks !== null)

/** Says what undoing an import does. */
export function undoMessage(kind: ImportKind, { created }: { created: number }): string {
  const passwords =
    (kind === 'students' || kind === 'staff') && created > 0
      ? ' Passwords that were already handed out for it stop working.'
      : ''
  return `What it added is deleted, and what it changed is as before.${passwords} If something else depends on it by now, nothing is undone, and you are told what.`
}
