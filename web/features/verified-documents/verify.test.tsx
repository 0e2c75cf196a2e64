import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { checkedDocument } from '../../testing/documents.ts'
import { refuse, served } from '../../testing/network.ts'
import { renderPage, renderRoute, signedOut } from '../../testing/page.tsx'
import { VerifyPage } from './VerifyPage.tsx'

const CODE = '0123456789ABCDEF'
const open = (code = CODE) => renderRoute('/verify/:code', <VerifyPage />, `/verify/${code}`)

beforeEach(signedOut)

test('without a code it asks for one, however it is written, and for nothing else', async () => {
  served()
  const { router } = renderPage(<VerifyPage />, '/verify')
  await userEvent.type(await screen.findByLabelText(/^Code/), '0123-4567')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(screen.getByText('Please type the sixteen letters and digits of the code')).toBeTruthy()
  const field = screen.getByLabelText(/^Code/)
  await userEvent.clear(field)
  await userEvent.type(field, 'u123-4567-89ab-cdef')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(screen.getByText('U is never in a code. Please look whether it is a V.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '0i23_4567-89ab-cdef')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(screen.getByText('_ is never in a code. It has letters from A to Z and digits alone.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'o123-4567-89ab cdef')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(router.state.location.pathname).toBe(`/verify/${CODE}`)
})

test('a standing document is told as that, with what it says of itself', async () => {
  const calls = served([verifiedDocuments.check, { data: checkedDocument() }])
  open()
  expect((await screen.findByRole('status', { name: 'This document stands' })).textContent).toContain('compare')
  for (const text of ['Logbook', '2026-000123', 'Ali Raza', 'MBBS-22001', '2 Mar 2026', 'Code 0123-4567-89AB-CDEF'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual([`/api/verify/${CODE}`])
  expect(calls[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  [
    { state: 'replaced', ended_on: '2026-04-01', replaced_by: '2026-000200' } as const,
    'This document was replaced by 2026-000200 on 1 Apr 2026',
  ],
  [{ state: 'withdrawn', ended_on: '2026-04-01' } as const, 'This document was withdrawn on 1 Apr 2026'],
])('one that does not stand any more is told as %o', async (changes, title) => {
  served([verifiedDocuments.check, { data: checkedDocument(changes) }])
  open()
  expect(await screen.findByRole('status', { name: title })).toBeTruthy()
})

test('a document about nobody alone names nobody', async () => {
  served([verifiedDocuments.check, { data: checkedDocument({ name: null, roll_no: null }) }])
  open()
  await screen.findByRole('status', { name: 'This document stands' })
  expect(screen.queryByText('Roll number')).toBeNull()
})

test('an unknown code, and what is told of too many', async () => {
  const answers = [refuse(404, 'No document has this code.'), refuse(429, 'Too many documents were checked from here.')]
  served([verifiedDocuments.check, () => answers.shift() ?? refuse(500)])
  const { unmount } = open()
  expect((await screen.findByRole('alert', { name: 'No document has this code.' })).textContent).toContain('compare')
  unmount()
  open('0123456789ABCDEG')
  expect((await screen.findByRole('alert')).textContent).toContain('Too many documents were checked from here.')
})

const chosen = (content: string) => new File([content], 'logbook.pdf', { type: 'application/pdf' })

test('a file is compared on the device and sent nowhere', async () => {
  const calls = served([verifiedDocuments.check, { data: checkedDocument() }])
  open()
  const field = await screen.findByLabelText('Compare your file')
  await userEvent.upload(field, chosen('abc'))
  const same = await screen.findByRole('status', { name: 'The file is the one that was issued' })
  expect(within(same).getByText('logbook.pdf')).toBeTruthy()
  await userEvent.upload(field, chosen('abd'))
  expect(await screen.findByRole('status', { name: 'The file is another one' })).toBeTruthy()
  expect(screen.queryByText('The file is the one that was issued')).toBeNull()
  expect(calls).toHaveLength(1)
})

test('the names for the board are told beside their list, and compared with it', async () => {
  const board_sha256 = 'a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9'
  served([verifiedDocuments.check, { data: checkedDocument({ kind: 'eligibility-list', name: null, board_sha256 }) }])
  open()
  await screen.findByText('The list with its figures, and its names for the board')
  expect(screen.getByText(/SHA-256 of the names for the board a52d/)).toBeTruthy()
  const field = await screen.findByLabelText('Compare your file')
  await userEvent.upload(field, chosen('abd'))
  const same = await screen.findByRole('status', { name: 'The file is the one that was issued' })
  expect(same.textContent).toContain('the names for the board of this list')
  await userEvent.upload(field, chosen('abe'))
  expect(await screen.findByRole('status', { name: 'The file is another one' })).toBeTruthy()
})

test('a code that can be none says why', async () => {
  served([verifiedDocuments.check, refuse(404, 'No document has this code.')])
  open('U123456789ABCDEF')
  expect((await screen.findByRole('alert')).textContent).toContain('Please look whether it is a V.')
})

test('a file can be dropped; a browser without a digest says why it compares none', async () => {
  served([verifiedDocuments.check, { data: checkedDocument() }])
  open()
  const zone = (await screen.findByText('Choose the PDF')).closest('label') as HTMLElement
  fireEvent.drop(zone, { dataTransfer: { files: [chosen('abc')] } })
  expect(await screen.findByRole('status', { name: 'The file is the one that was issued' })).toBeTruthy()
  vi.stubGlobal('crypto', {})
  fireEvent.drop(zone, { dataTransfer: { files: [chosen('abc')] } })
  expect(await screen.findByRole('status', { name: 'This browser cannot compare the file here' })).toBeTruthy()
  vi.unstubAllGlobals()
})
