import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { studentImports } from '../../../shared/contract/imports.ts'
import { beginImports, creates, done, press, previewed, previewOf, progress, row } from '../../testing/imports.tsx'
import { held, refuse, served, UNREACHED } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import { ResultPanel } from './ResultPanel.tsx'

beginImports()

test('importing sends the previewed file with its digest, tells the progress, then the passwords', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const run = await held(studentImports.run)
  const sent = served().at(-1)
  expect([sent?.method, sent?.path]).toEqual(['POST', '/api/imports/students'])
  expect(run.body.digest).toBe('d1')
  expect([...(sent?.body as FormData).keys()]).toEqual(['digest', 'file'])
  run.tellSent(0.5)
  expect(await screen.findByText('50%')).toBeTruthy()
  run.tellSent(1)
  expect(await screen.findByText('Checking the rows...')).toBeTruthy()
  run.tellLine(progress(1, 4))
  expect(await screen.findByText('25%')).toBeTruthy()
  expect(screen.getByText(/Cancelling before it is written leaves nothing/)).toBeTruthy()
  run.answer([done])
  expect(await screen.findByText('Created 1, updated 6, unchanged 2')).toBeTruthy()
  expect(screen.getByText(/shown only now/)).toBeTruthy()
  expect(within(screen.getByRole('table')).getByText('kettle-lamp-42')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
})

test('leaving the passwords asks first', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const run = await held(studentImports.run)
  run.answer([done])
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

test('once the passwords are in a file, leaving asks nothing more', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  ;(await held(studentImports.run)).answer([done])
  await screen.findByText('Created 1, updated 6, unchanged 2')
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:passwords')
  await press('Download CSV')
  await waitFor(() => expect(saved).toHaveBeenCalled())
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('the result says what was made with it, and where to go on', async () => {
  await previewed([row(2, 'update')])
  await press('Import 1 row')
  const made = [
    { noun: 'batch', name: 'MBBS 2031' },
    { noun: 'group', name: 'A' },
  ]
  const answer = { type: 'done', created: 0, updated: 1, unchanged: 0, import_id: null, credentials: [], made } as const
  ;(await held(studentImports.run)).answer([{ ...answer, made: [...made], credentials: [] }])
  expect(await screen.findByText('Made with it: batch MBBS 2031, group A.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the students' }).getAttribute('href')).toBe('/students')
  expect(screen.getByRole('link', { name: 'Show the groups' }).getAttribute('href')).toBe('/groups')
  expect(screen.queryByRole('link', { name: 'Put students into groups' })).toBeNull()
})

test.each([
  ['students', 'Put students into groups', '/groups'],
  ['staff', 'Import students', '/students/import'],
] as const)('after an import of %s one goes on to "%s"', async (kind, name, to) => {
  const result = { type: 'done', created: 0, updated: 1, unchanged: 0, import_id: null, credentials: [] } as const
  const nothing = () => undefined
  renderPage(
    <ResultPanel kind={kind} result={{ ...result, credentials: [] }} rows={1} onKept={nothing} onUndone={nothing} />,
  )
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

test('a preview comes into view, and one of a file that was just chosen is told', async () => {
  const { scrollIntoView } = Element.prototype
  const seen: Element[] = []
  Element.prototype.scrollIntoView = function () {
    seen.push(this)
  }
  const heading = () => screen.getByRole('heading', { name: 'Preview of students.csv' })
  const isSeen = () => seen.some((one) => one.contains(heading()))
  try {
    await previewed([row(2, 'error')], {
      date_question: { line: 2, text: '03/04/2006', dmy: '2006-04-03', mdy: '2006-03-04' },
    })
    expect(document.activeElement).toBe(heading())
    expect(isSeen()).toBe(true)
    await press('3 Apr 2006 (day first)')
    const again = await held(studentImports.preview)
    seen.length = 0
    again.answer(previewOf(creates(1)))
    await screen.findByRole('button', { name: 'Import 1 row' })
    expect(isSeen()).toBe(true)
    expect(document.activeElement).not.toBe(heading())
  } finally {
    Element.prototype.scrollIntoView = scrollIntoView
  }
})

test('without new accounts leaving asks nothing', async () => {
  const { router } = await previewed([row(2, 'update')])
  await press('Import 1 row')
  const run = await held(studentImports.run)
  run.answer([{ type: 'done', created: 0, updated: 1, unchanged: 0, import_id: null, credentials: [] }])
  await screen.findByText('Created 0, updated 1, unchanged 0')
  expect(screen.queryByText(/shown only now/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('cancelling an import goes back to the preview and says what became of it', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const run = await held(studentImports.run)
  run.tellLine(progress(0, 2))
  await press('Cancel')
  expect(await screen.findByText(/cancelled before it is written leaves nothing/)).toBeTruthy()
  await press('Preview again')
  await held(studentImports.preview)
  expect(served().at(-1)?.path).toBe('/api/imports/students/preview')
})

test('leaving while it runs asks first, and gives it up', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const run = await held(studentImports.run)
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  expect(await screen.findByText('The import is still running. Leaving cancels it.')).toBeTruthy()
  expect(run.signal?.aborted).toBe(false)
  await press('Leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
  expect(run.signal?.aborted).toBe(true)
})

type Run = Awaited<ReturnType<typeof held<typeof studentImports.run>>>

test.each([
  [
    'records that changed since the preview',
    (run: Run) => run.answer(refuse(409, 'Records have changed since the preview.')),
    'Records have changed since the preview.',
  ],
  [
    'an import that fails on its way',
    (run: Run) => run.answer([progress(1, 2), { type: 'failed', status: 409, message: 'Batch 2026 is gone.' }]),
    'Batch 2026 is gone.',
  ],
  [
    'a connection that breaks',
    (run: Run) => {
      run.tellLine(progress(1, 2))
      run.answer(UNREACHED)
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
  [
    'an answer that ends without its last word',
    (run: Run) => {
      run.tellLine(progress(1, 2))
      run.answer([])
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
])('%s: told in place, with another preview at hand', async (_, happens, told) => {
  await previewed(creates(1))
  await press('Import 1 row')
  happens(await held(studentImports.run))
  expect((await screen.findByText(told)).closest('[role="alert"]')).toBeTruthy()
  await press('Preview again')
  ;(await held(studentImports.preview)).answer(previewOf(creates(2)))
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
  expect(screen.queryByText(told)).toBeNull()
})
