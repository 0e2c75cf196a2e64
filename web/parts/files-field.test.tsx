import { useForm } from '@mantine/form'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { smallPdf } from '../../server/testing/small-pdf.ts'
import { type FilesAllowed, LEAVE_FILE, LIBRARY_FILE, PDF_FILES } from '../../shared/files.ts'
import { renderPage } from '../testing/page.tsx'
import { useChosenFiles } from './chosen-files.ts'
import { FilesField } from './FilesField.tsx'
import { lookAtFile } from './looking-at-files.ts'

const pdf = (name: string) => new File([new Uint8Array(smallPdf())], name, { type: 'application/pdf' })

function Single({ stored = [] }: { stored?: { name: string; size: number }[] }) {
  const fields = useForm({ initialValues: {} })
  const files = useChosenFiles(stored)
  const allowed = { ...PDF_FILES, most: 1 }
  return (
    <>
      <FilesField
        form={{ pending: false, lacksFiles: false, fields }}
        files={files}
        allowed={allowed}
        kind="PDF"
        optional
      />
      <output>{files.names.join()}</output>
    </>
  )
}

test('of a single file the last choice counts, and what is refused leaves it as it is', async () => {
  renderPage(<Single />)
  const field = screen.getByLabelText('PDF file')
  expect(field).toHaveProperty('required', false)
  expect(field).toHaveProperty('multiple', false)
  await userEvent.upload(field, pdf('a.pdf'))
  await userEvent.upload(field, pdf('b.pdf'))
  const chosen = () => within(screen.getByRole('list', { name: 'Chosen file' })).getAllByRole('listitem')
  expect(chosen().map((item) => item.textContent)).toEqual([`b.pdf ${smallPdf().length} Bytes`])
  await userEvent.upload(field, new File(['x'], 'c.txt', { type: 'text/plain' }), { applyAccept: false })
  expect(screen.getByText('File "c.txt" is not a PDF. Only PDF files are allowed.')).toBeTruthy()
  expect(chosen()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(screen.queryByRole('list')).toBeNull()
})

test('another file takes the place of the one that is stored, until it is left out again', async () => {
  renderPage(<Single stored={[{ name: 'old.pdf', size: 1 }]} />)
  await userEvent.upload(screen.getByLabelText('Another PDF file'), pdf('new.pdf'))
  expect(screen.getByRole('status').textContent).toBe('new.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Remove new.pdf' }))
  expect(screen.getByRole('status').textContent).toBe('old.pdf')
})

function Several({ allowed }: { allowed: FilesAllowed }) {
  const fields = useForm({ initialValues: {} })
  const files = useChosenFiles()
  return (
    <>
      <FilesField form={{ pending: false, lacksFiles: false, fields }} files={files} allowed={allowed} kind="work" />
      <output>{files.names.join()}</output>
    </>
  )
}

async function choose(allowed: FilesAllowed, name: string, type: string, content: Uint8Array) {
  renderPage(<Several allowed={allowed} />)
  const file = new File([new Uint8Array(content)], name, { type })
  await userEvent.upload(screen.getByLabelText(/^Work/), file)
  return file
}
const chosen = () => screen.getByRole('status').textContent

const whole = smallPdf()
const jpeg = Buffer.from('\xff\xd8\xff\xe0', 'latin1')

test.each<[name: string, type: string, content: Uint8Array, allowed: FilesAllowed]>([
  ['scan.pdf', 'application/octet-stream', whole, PDF_FILES],
  ['scan.pdf', 'application/x-pdf', whole, PDF_FILES],
  ['scan.pdf', 'application/force-download', whole, PDF_FILES],
  ['Scanned document', 'application/pdf', whole, PDF_FILES],
  ['Report of Dr. Khan', '', Buffer.concat([Buffer.from('\ufeff'), whole]), PDF_FILES],
  ['scan.pdf', 'application/pdf', Buffer.concat([Buffer.alloc(128), whole]), PDF_FILES],
  // A reader repairs a PDF without its end.
  ['scan.pdf', 'application/pdf', whole.subarray(0, -20), PDF_FILES],
  ['cert.jfif', 'image/jpeg', jpeg, LEAVE_FILE],
  ['cert.jpg', 'image/jpg', jpeg, LEAVE_FILE],
  ['cert', 'application/octet-stream', jpeg, LEAVE_FILE],
  ['cert.pdf', 'application/octet-stream', whole, LEAVE_FILE],
])('%s, called %s, is taken for what is in it, case %#', async (name, type, content, allowed) => {
  const file = await choose(allowed, name, type, content)
  // The field's own look began earlier, and has ended by now.
  expect(await lookAtFile(file, allowed)).toEqual({})
  expect(chosen()).toBe(name)
  expect(screen.queryByText(new RegExp(`File "${name}"`))).toBeNull()
})

test.each<[what: string, content: Uint8Array, text: string]>([
  ['is no PDF', Buffer.from('Case history'), 'File "a.pdf" is not a PDF. Only PDF files are allowed.'],
  ['is empty', Buffer.alloc(0), 'File "a.pdf" is not a PDF. Only PDF files are allowed.'],
  [
    'is a header',
    Buffer.from('%PDF-1.4\n'),
    'File "a.pdf" has no page that can be shown. It may be damaged or incomplete.',
  ],
  [
    'is cut off',
    whole.subarray(0, 150),
    'File "a.pdf" has no page that can be shown. It may be damaged or incomplete.',
  ],
])('what %s is taken back before it is sent, by its name', async (_what, content, text) => {
  await choose(PDF_FILES, 'a.pdf', 'application/pdf', content)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(chosen()).toBe('')
})

test.each([
  ['a PDF', whole.subarray(0, 150)],
  ['a large PDF', Buffer.concat([whole.subarray(0, 150), Buffer.alloc(11 * 1024 * 1024)])],
])('where every kind may be sent, %s that nobody can read is told and sent', async (_, content) => {
  await choose(LIBRARY_FILE, 'a.pdf', 'application/pdf', content)
  const text = 'File "a.pdf" has no page that can be shown. It may be damaged or incomplete. It is sent all the same.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(chosen()).toBe('a.pdf')
})
