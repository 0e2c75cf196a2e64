import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { eligibility } from '../../../shared/contract/eligibility.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, promotion, turn } from '../../testing/records.ts'
import { BatchesPage } from './BatchesPage.tsx'

const VERSION = '2026-01-02T03:04:05.678Z'
const movers = [
  { id: 21, name: 'Ayesha Khan', roll_no: 'MBBS-24021' },
  { id: 22, name: 'Bilal Ahmed', roll_no: 'MBBS-24022' },
  { id: 23, name: 'Hina Malik', roll_no: null },
]
const batchList = [
  batch(),
  batch({ id: 7, name: 'MBBS 2025' }),
  batch({ id: 8, name: 'MBBS 2023', current_year: '4th Year' }),
  batch({ id: 9, name: 'MBBS 2015', status: 'inactive' }),
]

beforeEach(() => {
  signedIn(['student-affair'])
  served(
    [batches.list, pageOf(batchList)],
    [batches.counts, pageOf([])],
    [batches.promotion, { data: promotion() }],
    [batches.movers, { data: movers }],
    [batches.turns, { data: [turn()] }],
    [batches.read, { data: batch() }],
  )
})

async function opened() {
  renderPage(<BatchesPage />, '/?modal=promote&id=5')
  await screen.findByText('117 students move on.')
  const shown = within(screen.getByRole('dialog', { name: 'Promote Batch' }))
  await userEvent.click(shown.getByRole('button', { name: 'Held back (0)' }))
  await shown.findByRole('checkbox', { name: 'Ayesha Khan · MBBS-24021' })
  return shown
}

test('students are held back by hand and by roll numbers, of which the unknown are named', async () => {
  const calls = served([batches.promote, { data: batch() }])
  const shown = await opened()
  await userEvent.type(shown.getByRole('searchbox', { name: 'Find who is held back' }), 'hina')
  await waitFor(() => expect(shown.getAllByRole('checkbox')).toHaveLength(1))
  await userEvent.click(shown.getByRole('checkbox', { name: 'Hina Malik' }))
  expect(shown.getByText('116 students move on.')).toBeTruthy()
  expect(shown.getByText('1 student is held back and stays in the 3rd Year.')).toBeTruthy()
  const rolls = shown.getByRole('textbox', { name: 'Roll numbers of who is held back' })
  await userEvent.type(rolls, 'mbbs 24022{enter}MBBS-99999')
  await userEvent.click(shown.getByRole('button', { name: 'Hold these back' }))
  expect(shown.getByText('1 of 2 roll numbers found.')).toBeTruthy()
  expect(shown.getByText('Not among the active students who move on: MBBS-99999')).toBeTruthy()
  expect(shown.getByRole('button', { name: 'Held back (2)' })).toBeTruthy()
  const junior = shown.getByRole('combobox', { name: 'Who is held back moves to' })
  expect(
    within(junior)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nowhere: they stay in this batch', 'MBBS 2025'])
  await userEvent.selectOptions(junior, 'MBBS 2025')
  await userEvent.click(shown.getByRole('button', { name: 'Promote' }))
  expect(await screen.findByText('Batch promoted successfully!')).toBeTruthy()
  expect(bodiesTo(calls, batches.promote)).toEqual([{ updated_at: VERSION, held_back: [22, 23], to_batch_id: 7 }])
})

test('those not eligible are ticked by one press, as far as they move on, and changed by hand', async () => {
  const row = (student_id: number) => ({
    student_id,
    name: 'X',
    roll_no: null,
    batch: { id: 5, name: 'MBBS 2024' },
    verdict: 'not_eligible' as const,
    conditions: [],
  })
  const calls = served([eligibility.list, pageOf([row(21), row(23), row(99)])], [batches.promote, { data: batch() }])
  const shown = await opened()
  await userEvent.click(shown.getByRole('button', { name: 'Tick those not eligible' }))
  await shown.findByText('2 students ticked, who cannot reach what the examination requires.')
  expect(pathsTo(calls, eligibility.list)[0]).toMatch(/batch_id=5.*verdict=not_eligible/)
  await userEvent.click(shown.getByRole('checkbox', { name: 'Hina Malik' }))
  await userEvent.click(shown.getByRole('button', { name: 'Promote' }))
  await waitFor(() => expect(bodiesTo(calls, batches.promote)).toEqual([{ updated_at: VERSION, held_back: [21] }]))
})

test('a batch alone is not sent, and a refusal names the students; the choice stays', async () => {
  const named = 'Ayesha Khan (MBBS-24021) is on leave'
  const calls = served([batches.promote, refuse(422, 'Invalid', { held_back: [named] })])
  const shown = await opened()
  await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Who is held back moves to' }), 'MBBS 2025')
  await userEvent.click(shown.getByRole('button', { name: 'Promote' }))
  expect((await shown.findByRole('alert')).textContent).toContain(named)
  await userEvent.click(shown.getByRole('checkbox', { name: 'Ayesha Khan · MBBS-24021' }))
  await userEvent.click(shown.getByRole('button', { name: 'Promote' }))
  await waitFor(() => expect(bodiesTo(calls, batches.promote)).toHaveLength(2))
  expect(bodiesTo(calls, batches.promote)).toEqual([
    { updated_at: VERSION },
    { updated_at: VERSION, held_back: [21], to_batch_id: 7 },
  ])
})

test('a turn is undone on its batch’s card after its figures were read', async () => {
  const calls = served([batches.undoTurn, { data: batch() }])
  renderPage(<BatchesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the year’s turn of MBBS 2024' }))
  const text = /by Sana Tariq: 115 students went on from the 2nd Year to the 3rd Year, 2 held back, 1 of them moved to/
  expect(await screen.findByText(text)).toBeTruthy()
  const held = within(screen.getByRole('list', { name: 'Held back in the 2nd Year (2)' })).getAllByRole('listitem')
  expect(held.map(({ textContent }) => textContent)).toEqual([
    'Ayesha Khan\u00a0· MBBS-24021',
    'Bilal Ahmed\u00a0· MBBS-24022, now in MBBS 2025',
  ])
  expect(screen.queryByRole('button', { name: 'Undo the year’s turn of MBBS 2025' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The year’s turn was undone.')).toBeTruthy()
  expect(bodiesTo(calls, batches.undoTurn)).toEqual([{ updated_at: VERSION }])
})

test.each([
  '24022',
  '24-022',
  '24 022',
  '2024-022',
  'Bilal 24–022 24 100',
  '۲۴۰۲۲',
])('%s is found as MBBS-24022', async (text) => {
  const shown = await opened()
  await userEvent.type(
    shown.getByRole('textbox', { name: 'Roll numbers of who is held back' }),
    `${text}{enter}25022{enter}24/021`,
  )
  await userEvent.click(shown.getByRole('button', { name: 'Hold these back' }))
  expect(shown.getByText('1 of 3 roll numbers found.')).toBeTruthy()
  expect(shown.getByText('Not among the active students who move on: 25022, 24/021')).toBeTruthy()
  expect(shown.getByRole('checkbox', { name: 'Bilal Ahmed · MBBS-24022' })).toHaveProperty('checked', true)
})

test('who was held back is shown with the batch once its year has turned', async () => {
  renderPage(<BatchesPage />)
  await userEvent.click(await screen.findByRole('button', { name: '2 held back of MBBS 2024' }))
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByRole('list', { name: 'Held back in the 2nd Year (2)' })).toBeTruthy()
})

test('who stands in the way of undoing is told in the dialog', async () => {
  const message = 'Nothing was undone. Changed since the promotion: Bilal Ahmed (MBBS-24022).'
  served([batches.undoTurn, refuse(409, message)], [batches.turns, { data: [turn({ to: null, moved: 1 })] }])
  renderPage(<BatchesPage />, '/?modal=undo-turn&id=5')
  expect(
    await screen.findByText('Undone, the batch becomes active again, and its 1 graduate may sign in again.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

test('who may not write is told of no turn', async () => {
  signedIn(['faculty'])
  const calls = served([batches.turns, { data: [turn()] }])
  renderPage(<BatchesPage />, '/?modal=undo-turn&id=5')
  await screen.findByRole('heading', { level: 2, name: 'MBBS 2024' })
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(pathsTo(calls, batches.turns)).toEqual([])
})
