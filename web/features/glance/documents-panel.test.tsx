import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import { verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { issuedDocument } from '../../testing/documents.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { DialogsPanel } from './DialogsPanel.tsx'
import { DocumentsPanel } from './DocumentsPanel.tsx'

const first = issuedDocument({
  id: 3,
  number: '2026-000100',
  state: 'replaced',
  ended_on: '2026-03-02',
  replaced_by: '2026-000123',
})

function open(roles: string[], documents = [issuedDocument(), first]) {
  signedIn(roles)
  const calls = served(
    [verifiedDocuments.list, pageOf(documents)],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [students.read, { data: student() }],
    [verifiedDocuments.issue, { data: issuedDocument({ id: 9, kind: 'attendance', number: '2026-000124' }) }],
    [verifiedDocuments.withdraw, { data: issuedDocument({ state: 'withdrawn', ended_on: '2026-03-03' }) }],
  )
  renderPage(
    <>
      <DocumentsPanel studentId={11} />
      <DialogsPanel studentId={11} />
    </>,
    '/students/11',
  )
  return calls
}

test('lists the documents with state, code and file', async () => {
  open(['student'])
  const table = await screen.findByRole('table', { name: 'Documents of the student' })
  expect(within(table).getByText('Logbook 2026-000123')).toBeTruthy()
  expect(within(table).getAllByRole('link', { name: '0123-4567-89AB-CDEF' })[0]?.getAttribute('href')).toBe(
    '/verify/0123456789ABCDEF',
  )
  expect(within(table).getByText('2026-000123')).toBeTruthy()
  expect(within(table).getByRole('button', { name: 'Download Logbook 2026-000100' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Issue document' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

test('who is not given files gets no button for them', async () => {
  open(['hod'], [issuedDocument({ is_open: false })])
  await screen.findByText('Logbook 2026-000123')
  expect(screen.getByText('Tells of other departments too')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Issue document' })).toBeNull()
})

test('student affairs issue a document of a kind', async () => {
  const calls = open(['student-affair'], [])
  await screen.findByText('No documents yet.')
  await userEvent.click(await screen.findByRole('button', { name: 'Issue document' }))
  const dialog = await screen.findByRole('dialog', { name: /Issue Document/ })
  await userEvent.selectOptions(within(dialog).getByLabelText(/Kind of document/), 'Certificate of attendance')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Issue' }))
  expect(await screen.findByText('Certificate of attendance 2026-000124 has been issued.')).toBeTruthy()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ kind: 'attendance', student_id: 11 })
  expect(sent?.headers).toHaveProperty('idempotency-key')
})

test('a document that is not withdrawn is so with a reason, a replaced one too', async () => {
  const calls = open(['principal'])
  expect(await screen.findAllByRole('button', { name: /^Withdraw/ })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw Logbook 2026-000123' }))
  const dialog = await screen.findByRole('dialog', { name: /Withdraw Document/ })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  expect(await within(dialog).findAllByText('Reason is required')).not.toHaveLength(0)
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Misspelt')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The document has been withdrawn.')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/verified-documents/4/withdrawal',
    body: { reason: 'Misspelt' },
  })
})
