import * as z from 'zod/mini'
import { get, one, post, type Schema } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { LARGE_A_DAY_MAX, PAST_IMPORTS_A_DAY_MAX } from '../limits.ts'
import type { Action } from '../permissions.ts'
import { SHEET_FILE } from '../sheet-file.ts'
import { Credential } from './accounts.ts'
import { columnChoice, making, mended, NewName } from './import-answers.ts'

export const IMPORT_KINDS = [
  'students',
  'staff',
  'skills',
  'departments',
  'designations',
  'groups',
  'results',
  'attendance',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The order in days such as 03/04/2006: day first or month first. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A day of the file that may be read in two ways. */
export const DateQuestion = z.object({
  line: z.int(),
  text: z.string(),
  dmy: z.string(),
  mdy: z.string(),
})
export type DateQuestion = z.infer<typeof DateQuestion>

/** The effect of the import on one row of the file. */
export const ImportRow = z.object({
  /** The line of the sheet, the heading being 1. */
  line: z.int(),
  outcome: z.enum(['create', 'update', 'unchanged', 'error']),
  /** The name in the file, to find the row again. */
  name: z.string(),
  key: z.string(),
  /** The values as they will be stored, by field, as people read them; a wrong one as it stands in the file. */
  values: z.record(z.string(), z.string()),
  /** Heading → [in the file, as it was read], for days and phone numbers that were written in another way. */
  read: z.record(z.string(), z.tuple([z.string(), z.string()])),
  /** The changes of an update: field → [stored, in the file], as people read them. */
  changes: z.record(z.string(), z.tuple([z.nullable(z.string()), z.nullable(z.string())])),
  /** Field → messages. */
  errors: z.record(z.string(), z.array(z.string())),
  /** Field → the stored names that a wrong one may be meant for; left out where there are none. */
  like: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type ImportRow = z.infer<typeof ImportRow>

/** A column of the file, and what it was taken for. */
export const ImportColumn = z.object({
  /** Its place in the file, from 0. */
  index: z.int(),
  /** Empty for a column that has only text below. */
  heading: z.string(),
  field: z.nullable(z.string()),
  /** By its heading, by what stands in it, or as the sender says. */
  by: z.nullable(z.enum(['heading', 'content', 'choice'])),
  /** The field that it shares with other columns: none of them is read until `columns` says which. */
  asks: z.nullable(z.string()),
  /** The first of its values that differ. */
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A name of the file that no record has, and that can be made with the import. */
export const UnknownName = z.object({
  ...NewName.shape,
  /** The noun of the record. */
  noun: z.string(),
  /** The rows that have it. */
  rows: z.int(),
  /** The words of which one has to be said, with the name itself. */
  choices: z.nullable(z.array(z.string())),
  /** The stored name that it may be a slip for. */
  like: z.nullable(z.string()),
})
export type UnknownName = z.infer<typeof UnknownName>

export const ImportPreview = z.object({
  file_name: z.string(),
  /** Stands for the file and its effects. The import sends it, and is refused if something has changed since. */
  digest: z.string(),
  rows: z.array(ImportRow),
  /** Field → the heading of its column, as the file has it. */
  columns: z.record(z.string(), z.string()),
  /** All columns of the file, in its order. */
  file_columns: z.array(ImportColumn),
  /** The fields that a column can be used as, with the names of the template, and the words that one of a few takes. */
  fields: z.array(z.object({ field: z.string(), heading: z.string(), choices: z.optional(z.array(z.string())) })),
  /** Columns and values that new records need or should have, and that the file lacks; the field that could be filled. */
  missing: z.array(z.object({ text: z.string(), field: z.nullable(z.string()) })),
  /** Names that could be made with the import. */
  unknown: z.array(UnknownName),
  /** Names that are made with it. */
  made: z.array(UnknownName),
  /** Headings of the file that name no field. */
  ignored_columns: z.array(z.string()),
  /** Columns that are not read, though they may have marks or entries: the field to read one as, and a cell that speaks against it. */
  unsure_columns: z.array(z.object({ index: z.int(), heading: z.string(), field: z.string(), sample: z.string() })),
  /** The facts that hold for one column of marks or entries alone, by its heading or as the sender says; sent in `mended` for all. */
  wide_columns: z.array(
    z.object({
      index: z.int(),
      heading: z.string(),
      facts: z.array(
        z.object({
          field: z.string(),
          heading: z.string(),
          /** Empty for a fact that nothing says. */
          value: z.string(),
          is_said: z.boolean(),
          problem: z.nullable(z.string()),
          choices: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
  /** Notes on reading the file that people should know: its sheet, the line of its headings, its letters. */
  notes: z.array(z.string()),
  /** The order in which the days were read; null when it makes no difference, or is asked. */
  date_order: z.nullable(z.enum(DATE_ORDERS)),
  /** Set when nothing in the file proves the order: such days are errors until `date_order` is sent along. */
  date_question: z.nullable(DateQuestion),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** The text fields beside the file that is previewed. */
const PreviewFields = z.object({
  date_order: z.optional(choice('date_order', DATE_ORDERS)),
  columns: z.optional(columnChoice),
  mended: z.optional(mended),
  making: z.optional(making),
})

/** The text fields beside the file that is imported. */
export const ImportFields = z.object({
  ...PreviewFields.shape,
  digest: z
    .string('digest is required: preview the file first')
    .check(z.minLength(1, 'digest is required: preview the file first'), z.maxLength(100, 'digest is not one')),
})

/** An import of the last days, as its list tells it. */
export const PastImport = z.object({
  id: z.int(),
  file_name: z.string(),
  /** The name of the person who imported, and that of who undid it. */
  imported_by: z.string(),
  imported_at: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  undone_at: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
})
export type PastImport = z.infer<typeof PastImport>

const progress = z.object({ type: z.literal('progress'), done: z.int(), total: z.int() })
const failed = z.object({ type: z.literal('failed'), status: z.int(), message: z.string() })
const counts = {
  type: z.literal('done'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** The import that can be undone; null for one that changed nothing. */
  import_id: z.nullable(z.int()),
  /** The records that were made with the rows; left out where there are none. */
  made: z.optional(z.array(z.object({ noun: z.string(), name: z.string() }))),
}

/** A line of the answer to an import of records without accounts; the last is `done` or `failed`. */
export const RecordsEvent = z.discriminatedUnion('type', [progress, z.object(counts), failed])

/** The same of an import of people. */
export const PeopleEvent = z.discriminatedUnion('type', [
  progress,
  /** The credentials of the created accounts are told only this once. */
  z.object({ ...counts, credentials: z.array(Credential) }),
  failed,
])
export type PeopleEvent = z.infer<typeof PeopleEvent>
export type ImportEvent = z.infer<typeof RecordsEvent> | PeopleEvent

const callsOf = <K extends ImportKind, L extends Schema>(
  kind: K,
  action: Action,
  line: L,
  most: number = LARGE_A_DAY_MAX,
) => ({
  template: get(`/imports/${kind}/template`, {
    summary: `An empty table with the columns that an import of ${kind} takes`,
    action,
    query: z.object({ format: z.optional(choice('Format', ['csv', 'xlsx'])) }),
    file: { type: 'text/csv', description: 'A CSV or XLSX file' },
    failure: 'Failed to fetch the template',
  }),
  preview: post(`/imports/${kind}/preview`, {
    summary: `What an import of ${kind} would do with each row; nothing is written`,
    action,
    upload: SHEET_FILE,
    body: PreviewFields,
    reply: one(ImportPreview),
    costly: true,
    failure: 'Failed to read the file',
  }),
  run: post(`/imports/${kind}`, {
    summary: `Import ${kind} as previewed, all rows or none; the answer tells the progress line by line`,
    action,
    upload: SHEET_FILE,
    body: ImportFields,
    aDay: { most, noun: 'imports' },
    file: { type: 'application/x-ndjson', description: 'One ImportEvent a line', line },
    costly: true,
    failure: 'Failed to import the file',
  }),
  recent: get(`/imports/${kind}/recent`, {
    summary: `The last imports of ${kind} that the caller may undo, or has undone`,
    action,
    reply: z.object({ data: z.array(PastImport) }),
    failure: 'Failed to fetch the last imports',
  }),
  undo: post(`/imports/${kind}/:id/undo`, {
    summary: `Undo an import of ${kind}, all of it or nothing, while nothing depends on it`,
    action,
    reply: one(PastImport),
    costly: true,
    takesMinutes: true,
    goesOn: 'change',
    failure: 'Failed to undo the import',
  }),
})

export const studentImports = callsOf('students', 'students:write', PeopleEvent)
export const staffImports = callsOf('staff', 'staff:write', PeopleEvent)
export const skillImports = callsOf('skills', 'skills:write', RecordsEvent)
export const departmentImports = callsOf('departments', 'departments:write', RecordsEvent)
export const designationImports = callsOf('designations', 'designations:write', RecordsEvent)
export const groupImports = callsOf('groups', 'groups:write', RecordsEvent)
export const resultImports = callsOf('results', 'results:write', RecordsEvent, PAST_IMPORTS_A_DAY_MAX)
export const attendanceImports = callsOf('attendance', 'attendance:write', RecordsEvent, PAST_IMPORTS_A_DAY_MAX)
