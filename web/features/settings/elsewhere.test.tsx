import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Elsewhere } from '../../../shared/contract/backup-copies.ts'
import { settings } from '../../../shared/contract/settings.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { copyProblem, copyText, ElsewherePanel } from './ElsewherePanel.tsx'

const AT = '2026-11-29T21:30:00.000Z'
const SET: Elsewhere = {
  place: 's3.example.org/college',
  keep: 30,
  key_made_at: null,
  last_try: null,
  last_copy: null,
  last_restore: null,
}
const copy = { begun_at: AT, finished_at: AT, taken_at: AT, bytes: 5_000_000, sent_bytes: 70_000, failure: null }
const KEY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`

beforeEach(() => signedIn(['admin']))

const open = (elsewhere: Partial<Elsewhere>) => renderPage(<ElsewherePanel elsewhere={{ ...SET, ...elsewhere }} />, '/')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('without a bucket it says how one is set, and makes no key', () => {
  open({ place: null })
  expect(screen.getByText(/BACKUP_URL/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the key is shown once, as letters and as a code, and printed; a refused one says why', async () => {
  served([settings.makeBackupKey, refuse(409, 'A key was made meanwhile.')])
  open({})
  expect(screen.getByRole('status').textContent).toBe('No copy leaves the machine before there is a key on paper.')
  await press('Make the key for paper')
  expect(await screen.findByText('A key was made meanwhile.')).toBeTruthy()
  const calls = served([settings.makeBackupKey, { data: { credential: KEY, made_at: AT } }])
  await press('Make the key for paper')
  const dialog = within(await screen.findByRole('dialog', { name: 'Key for paper' }))
  expect(dialog.getByLabelText('Key').textContent).toBe(KEY)
  expect(dialog.getByRole('img', { name: 'The key as a QR code' }).getAttribute('data-text')).toBe(KEY)
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Print' }))
  expect(document.querySelector('[data-paper]')?.textContent?.replaceAll(' ', '')).toContain(KEY)
  print.mockRestore()
  window.dispatchEvent(new Event('afterprint'))
  const [close] = dialog.getAllByRole('button', { name: 'Close' })
  if (close) await userEvent.click(close)
  expect(document.body.textContent).not.toContain(KEY)
  expect(bodiesTo(calls, settings.makeBackupKey)).toEqual([{ replaces: null }, { replaces: null }])
})

test('another key is made after a question only', async () => {
  const calls = served([settings.makeBackupKey, { data: { credential: KEY, made_at: AT } }])
  open({ key_made_at: AT, last_copy: copy })
  await press('Make another key for paper')
  const question = within(await screen.findByRole('dialog', { name: 'Make another key?' }))
  expect(question.getByText(/The old paper still opens the old copies/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(bodiesTo(calls, settings.makeBackupKey)).toEqual([])
  await press('Make another key for paper')
  await userEvent.click(await screen.findByRole('button', { name: 'Make another key' }))
  expect(await screen.findByRole('dialog', { name: 'Key for paper' })).toBeTruthy()
  expect(bodiesTo(calls, settings.makeBackupKey)).toEqual([{ replaces: AT }])
})

test('the last copy and a failed try are told in words', () => {
  const well = { ...SET, key_made_at: AT, last_try: copy, last_copy: copy }
  expect(copyText(well)).toMatch(/^The backup of .* is there \(4\.77 MB; 68\.36 KB were new and sent\)\.$/)
  expect(copyProblem(well)).toBeUndefined()
  expect(copyProblem({ ...well, last_try: { ...copy, failure: 'it is full.' } })).toMatch(
    /^The last try, at .*, failed: it is full\. It is tried again each hour\.$/,
  )
  expect(copyText({ ...SET, key_made_at: AT })).toBe('No backup has been copied yet.')
})
