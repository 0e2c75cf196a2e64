import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { staff } from '../../../shared/contract/staff.ts'
import { type VerifiedDocument, verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { DocumentsPage } from './DocumentsPage.tsx'

const logbook: VerifiedDocument = {
  id: 7,
  number: '2026-000012',
  kind: 'logbook',
  name: 'Ali Raza',
  roll_no: 'MBBS-22011',
  issued_on: '2026-03-02',
  sha256: 'a'.repeat(64),
  state: 'replaced',
  ended_on: '2026-03-04',
  replaced_by: '2026-000031',
  verification_code: '0123456789ABCDEF',
  student_id: 11,
  list: null,
  issued_by: { id: 3, name: 'Dr Registrar' },
  withdrawn_by: null,
  reason: null,
  size: 900,
  is_open: true,
  created_at: '2026-03-02T03:04:05.678Z',
}
const list: VerifiedDocument = {
  ...logbook,
  id: 8,
  kind: 'eligibility-list',
  name: null,
  roll_no: null,
  student_id: null,
  list: { id: 5, title: 'Final examination', batch: 'Batch 2023', department: 'Surgery' },
}

test('every paper says who issued it to whom and whether it stands; it is searched, narrowed and withdrawn', async () => {
  signedIn(['student-affair'])
  const calls = served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [verifiedDocuments.list, pageOf([logbook, list])],
    [verifiedDocuments.withdraw, { data: { ...logbook, state: 'withdrawn' } }],
  )
  renderPage(<DocumentsPage />, '/')
  const row = within(await screen.findByRole('row', { name: /Logbook 2026-000012/ }))
  expect(row.getByRole('link', { name: 'Ali Raza' })).toBeTruthy()
  row.getByText('Dr Registrar')
  row.getByText('2026-000031')
  const link = screen.getByRole('link', { name: 'Final examination' })
  expect(link.getAttribute('href')).toBe('/eligibility/lists/5')
  screen.getByText('Batch 2023 · Surgery')
  // Student affairs do not freeze lists, so they withdraw none.
  expect(await screen.findAllByRole('button', { name: /^Withdraw / })).toHaveLength(1)
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Logbook')
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Replaced')
  await userEvent.type(screen.getByLabelText('Search documents'), 'raza')
  await waitFor(() =>
    expect(pathsTo(calls, verifiedDocuments.list).at(-1)).toMatch(/kind=logbook.*state=replaced.*q=raza/),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Logbook 2026-000012' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/Reason/), 'Misspelt')
  await userEvent.click(form.getByRole('button', { name: /Withdraw/ }))
  await waitFor(() => expect(bodiesTo(calls, verifiedDocuments.withdraw)).toEqual([{ reason: 'Misspelt' }]))
})

test('a head is offered the files that are given, and told why another one is not; a withdrawal is no replacement', async () => {
  signedIn(['hod'])
  const withdrawn = {
    state: 'withdrawn',
    ended_on: '2026-11-30',
    replaced_by: '2026-000007',
    reason: 'Misspelt',
  } as const
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [
      verifiedDocuments.list,
      pageOf([
        { ...logbook, is_open: false },
        { ...list, ...withdrawn },
      ]),
    ],
  )
  renderPage(<DocumentsPage />, '/')
  const closed = within(await screen.findByRole('row', { name: /Logbook 2026-000012/ }))
  closed.getByText('Tells of other departments too')
  expect(closed.queryByRole('button')).toBeNull()
  const open = within(screen.getByRole('row', { name: /Eligibility list 2026-000012/ }))
  open.getByRole('button', { name: /^Download/ })
  open.getByText('30 Nov 2026')
  open.getByText('replaced by')
  open.getByText('2026-000007')
})

test('an address opens the withdrawal of nothing that the person may not withdraw', async () => {
  signedIn(['student-affair'])
  served([staff.currentUser, refuse(404, 'Record not found.')], [verifiedDocuments.list, pageOf([logbook, list])])
  const { unmount } = renderPage(<DocumentsPage />, '/?modal=withdraw&id=7')
  await screen.findByRole('dialog')
  unmount()
  renderPage(<DocumentsPage />, '/?modal=withdraw&id=8')
  await screen.findByRole('button', { name: 'Withdraw Logbook 2026-000012' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
