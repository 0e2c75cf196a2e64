import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  beginImports,
  creates,
  done,
  last,
  line,
  press,
  previewed,
  previewOf,
  type Request,
  row,
} from '../../testing/imports.tsx'

beginImports()

test('importing sends the previewed file with its digest, tells the progress, then the passwords', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  expect([request.method, request.path]).toEqual(['POST', '/api/imports/students'])
  expect(request.form.get('digest')).toBe('d1')
  expect([...request.form.keys()]).toEqual(['digest', 'file'])
  request.has(0.5)
  expect(await screen.findByText('50%')).toBeTruthy()
  request.has(1)
  // A line that comes in two pieces counts once it is whole.
  request.says('{"type":"progress","done":1,')
  expect(await screen.findByText('Checking the rows...')).toBeTruthy()
  request.says('"total":4}\n')
  expect(await screen.findByText('25%')).toBeTruthy()
  expect(screen.getByText(/Cancelling before it is written leaves nothing/)).toBeTruthy()
  request.says(done.trimEnd())
  request.ends()
  expect(await screen.findByText('Created 1, updated 6, unchanged 2')).toBeTruthy()
  expect(screen.getByText(/shown only now/)).toBeTruthy()
  expect(within(screen.getByRole('table')).getByText('kettle-lamp-42')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
})

test('leaving the passwords asks first', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  request.says(done)
  request.ends()
  await screen.findByText('Created 1, updated 6, unchanged 2')
  const asked = 'These passwords are shown only now. Have you printed or saved them?'
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  expect(await screen.findByText(asked)).toBeTruthy()
  await press('Stay')
  expect(router.state.location.pathname).toBe('/students/import')
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await screen.findByText(asked)
  await press('Leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('without new accounts leaving asks nothing', async () => {
  const { router } = await previewed([row(2, 'update')])
  await press('Import 1 row')
  const request = await last(2)
  request.says(line({ type: 'done', created: 0, updated: 1, unchanged: 0, credentials: [] }))
  request.ends()
  await screen.findByText('Created 0, updated 1, unchanged 0')
  expect(screen.queryByText(/shown only now/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('cancelling an import goes back to the preview and says what became of it', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  request.says(line({ type: 'progress', done: 0, total: 2 }))
  await press('Cancel')
  expect(await screen.findByText(/cancelled before it is written leaves nothing/)).toBeTruthy()
  await press('Preview again')
  expect((await last(3)).path).toBe('/api/imports/students/preview')
})

test('leaving while it runs asks first, and gives it up', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  const abort = vi.spyOn(request, 'abort')
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  expect(await screen.findByText('The import is still running. Leaving cancels it.')).toBeTruthy()
  expect(abort).not.toHaveBeenCalled()
  await press('Leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
  expect(abort).toHaveBeenCalled()
})

test.each([
  [
    'records that changed since the preview',
    (request: Request) => request.ends(409, { message: 'Records have changed since the preview.' }),
    'Records have changed since the preview.',
  ],
  [
    'an import that fails on its way',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.says(line({ type: 'failed', status: 409, message: 'Batch 2026 is gone.' }))
      request.ends()
    },
    'Batch 2026 is gone.',
  ],
  [
    'a connection that breaks',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.breaks()
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
  [
    'an answer that ends without its last word',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.ends()
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
])('%s: told in place, with another preview at hand', async (_, happens, told) => {
  await previewed(creates(1))
  await press('Import 1 row')
  happens(await last(2))
  expect((await screen.findByText(told)).closest('[role="alert"]')).toBeTruthy()
  await press('Preview again')
  ;(await last(3)).ends(200, previewOf(creates(2)))
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
  expect(screen.queryByText(told)).toBeNull()
})
