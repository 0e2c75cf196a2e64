import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach } from 'vitest'
import {
  attendanceImports,
  type ImportPreview,
  type ImportRow,
  type PeopleEvent,
  resultImports,
  skillImports,
  staffImports,
  studentImports,
} from '../../shared/contract/imports.ts'
import { ImportPage } from '../features/imports/ImportPage.tsx'
import { HELD, held, served } from './network.ts'
import { renderPage, signedIn } from './page.tsx'

export const row = (line: number, outcome: ImportRow['outcome'], more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  outcome,
  name: `Student ${line}`,
  key: `MBBS-${22000 + line}`,
  values: {},
  read: {},
  changes: {},
  errors: {},
  ...more,
})
const NOTHING_SAID = {
  columns: {},
  file_columns: [],
  fields: [],
  missing: [],
  unknown: [],
  made: [],
  ignored_columns: [],
  unsure_columns: [],
  wide_columns: [],
  notes: [],
  date_order: null,
  date_question: null,
}
/** @param more the preview's fields besides its rows */
export const previewOf = (rows: ImportRow[], more: Partial<ImportPreview> = {}) => ({
  data: { file_name: 'students.csv', digest: 'd1', rows, ...NOTHING_SAID, ...more },
})
export const creates = (count: number, from = 2) => Array.from({ length: count }, (_, at) => row(from + at, 'create'))
const credential = { user_id: 4, name: 'Student 2', email: 's2@college.test', roll_no: 'MBBS-22002' }
export const progress = (done: number, total: number): PeopleEvent => ({ type: 'progress', done, total })
export const done: PeopleEvent = {
  type: 'done',
  import_id: 41,
  created: 1,
  updated: 6,
  unchanged: 2,
  credentials: [{ ...credential, initial_password: 'kettle-lamp-42' }],
}

export const csv = (name = 'students.csv') => new File(['Name,Email\n'], name, { type: 'text/csv' })
export const field = () => screen.getByLabelText('CSV or XLSX file')
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

export async function previewed(rows: ImportRow[], more?: Partial<ImportPreview>) {
  const shown = renderPage(<ImportPage kind="students" />, '/students/import')
  await userEvent.upload(field(), csv())
  ;(await held(studentImports.preview)).answer(previewOf(rows, more))
  await screen.findByRole('heading', { name: 'Preview of students.csv' })
  return shown
}

/** Begins each test of a file with an administrator signed in; an import of students waits for the test. */
export function beginImports(): void {
  beforeEach(() => {
    signedIn()
    served(
      [studentImports.template, () => new Response('Name,Email\n')],
      [staffImports.template, () => new Response('Name,Email\n')],
      [studentImports.recent, { data: [] }],
      [staffImports.recent, { data: [] }],
      [skillImports.recent, { data: [] }],
      [resultImports.recent, { data: [] }],
      [attendanceImports.recent, { data: [] }],
      [studentImports.preview, HELD],
      [studentImports.run, HELD],
      [skillImports.preview, HELD],
      [skillImports.run, HELD],
      [resultImports.preview, HELD],
      [resultImports.run, HELD],
    )
  })
}
