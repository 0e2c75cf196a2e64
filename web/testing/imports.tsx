import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, vi } from 'vitest'
import { staffImports, studentImports } from '../../shared/contract/imports.ts'
import { ImportPage } from '../features/imports/ImportPage.tsx'
import { served } from './network.ts'
import { renderPage, signedIn } from './page.tsx'

/** A request that waits until the test answers it. */
export class Request {
  static sent: Request[] = []
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  method = ''
  path = ''
  form = new FormData()
  onload = () => {}
  onprogress = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  open(method: string, path: string) {
    this.method = method
    this.path = path
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.form = form
    Request.sent.push(this)
  }
  abort() {
    this.onabort()
    this.onloadend()
  }
  has(share: number) {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }))
  }
  /** A piece of an answer that goes on. */
  says(text: string) {
    this.status = 200
    this.responseText += text
    act(() => this.onprogress())
  }
  ends(status = this.status, body?: unknown) {
    this.status = status
    if (body !== undefined) this.responseText = JSON.stringify(body)
    act(() => {
      this.onload()
      this.onloadend()
    })
  }
  breaks() {
    act(() => {
      this.onerror()
      this.onloadend()
    })
  }
}

export const row = (line: number, outcome: string, more: object = {}) => ({
  line,
  outcome,
  name: `Student ${line}`,
  key: `MBBS-${22000 + line}`,
  changes: {},
  errors: {},
  ...more,
})
export const previewOf = (rows: object[], ignored_columns: string[] = []) => ({
  data: { file_name: 'students.csv', digest: 'd1', rows, ignored_columns },
})
export const creates = (count: number, from = 2) => Array.from({ length: count }, (_, at) => row(from + at, 'create'))
const credential = { user_id: 4, name: 'Student 2', email: 's2@college.test', roll_no: 'MBBS-22002' }
export const line = (event: object) => `${JSON.stringify(event)}\n`
export const done = line({
  type: 'done',
  created: 1,
  updated: 6,
  unchanged: 2,
  credentials: [{ ...credential, initial_password: 'kettle-lamp-42' }],
})

export const csv = (name = 'students.csv') => new File(['Name,Email\n'], name, { type: 'text/csv' })
export const field = () => screen.getByLabelText('CSV or XLSX file')
export const last = async (count: number): Promise<Request> => {
  await waitFor(() => expect(Request.sent).toHaveLength(count))
  return Request.sent[count - 1] as Request
}
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

export async function previewed(rows: object[], ignored?: string[]) {
  const shown = renderPage(<ImportPage kind="students" />, '/students/import')
  await userEvent.upload(field(), csv())
  const request = await last(1)
  request.ends(200, previewOf(rows, ignored))
  await screen.findByRole('heading', { name: 'Preview of students.csv' })
  return shown
}

/** Begins each test of a file with an administrator signed in and nothing sent. */
export function beginImports(): void {
  beforeEach(() => {
    Request.sent = []
    signedIn()
    served(
      [studentImports.template, () => new Response('Name,Email\n')],
      [staffImports.template, () => new Response('Name,Email\n')],
    )
    vi.stubGlobal('XMLHttpRequest', Request)
  })
}
