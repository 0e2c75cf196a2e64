import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { type InspectionPack, inspectionPacks } from '../../../shared/contract/inspection-packs.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch } from '../../testing/records.ts'
import { InspectionPacksPage } from './InspectionPacksPage.tsx'

const making: InspectionPack = {
  id: 7,
  batch: { id: 4, name: 'Batch 2023' },
  from: '2026-01-01',
  to: '2026-06-30',
  asked_by: { id: 3, name: 'Dr Principal' },
  state: 'making',
  files_done: 12,
  files_total: 340,
  begun_at: '2026-07-01T08:00:00.000Z',
  seconds_left: 130,
  finished_at: null,
  failure: null,
  size: null,
  sha256: null,
  kept_until: null,
  created_at: '2026-07-01T08:00:00.000Z',
}
const SHA = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const ready: InspectionPack = {
  ...making,
  id: 6,
  to: '2026-03-31',
  state: 'ready',
  files_done: 340,
  seconds_left: null,
  finished_at: '2026-07-01T09:00:00.000Z',
  size: 3 * 1024 * 1024,
  sha256: SHA,
  kept_until: '2026-07-15T09:00:00.000Z',
}
const failed: InspectionPack = {
  ...making,
  id: 5,
  to: '2026-02-28',
  state: 'failed',
  failure: 'The server has no room for files just now.',
  finished_at: '2026-07-01T09:00:00.000Z',
  kept_until: '2026-07-15T09:00:00.000Z',
}

function opened(address = '/eligibility/packs', packs: readonly InspectionPack[] = [making, ready, failed]) {
  signedIn(['principal'])
  const calls = served(
    [inspectionPacks.list, pageOf([...packs])],
    [batches.list, pageOf([batch({ id: 4, name: 'Batch 2023' })])],
    [inspectionPacks.create, { data: making }],
    [inspectionPacks.remove, { message: 'Inspection pack removed successfully' }],
  )
  renderPage(<InspectionPacksPage />, address)
  return calls
}
const rowOf = async (time: string) => within(await screen.findByRole('row', { name: new RegExp(time) }))

test('a pack says how far it is, why there is none, or its size and SHA-256 and how long it is kept', async () => {
  opened()
  const under = await rowOf('30 Jun 2026')
  expect(under.getByText('12 of 340 files, about 3 minutes left')).toBeTruthy()
  expect(under.getByRole('progressbar', { name: 'Progress of Batch 2023, 1 Jan 2026 to 30 Jun 2026' })).toBeTruthy()
  expect(under.queryByRole('button', { name: /Download/ })).toBeNull()
  const over = await rowOf('31 Mar 2026')
  expect(over.getByText(SHA)).toBeTruthy()
  expect(over.getByText('3 MB, 340 files')).toBeTruthy()
  expect(over.getByText(/^Kept until 15 Jul 2026/)).toBeTruthy()
  expect(over.getByRole('button', { name: 'Download Batch 2023, 1 Jan 2026 to 31 Mar 2026' })).toBeTruthy()
  const none = await rowOf('28 Feb 2026')
  expect(none.getByText('The server has no room for files just now.')).toBeTruthy()
  expect(none.queryByRole('button', { name: /Download/ })).toBeNull()
})

test('one under way is cancelled after a question', async () => {
  const calls = opened()
  await userEvent.click((await rowOf('30 Jun 2026')).getByRole('button', { name: /^Cancel Batch 2023/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the pack' }))
  await waitFor(() => expect(pathsTo(calls, inspectionPacks.remove)).toEqual(['/api/inspection-packs/7']))
})

test('a batch and a time are asked for; the server’s reason stands in the form', async () => {
  const calls = opened('/eligibility/packs?modal=add', [])
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Inspection Pack' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Make the pack' }))
  expect(await dialog.findByText('Batch is required')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText(/^Batch/), 'Batch 2023')
  served([inspectionPacks.create, refuse(409, 'An inspection pack is being made.')])
  await userEvent.click(dialog.getByRole('button', { name: 'Make the pack' }))
  expect(await dialog.findByText('An inspection pack is being made.')).toBeTruthy()
  const [body] = bodiesTo(calls, inspectionPacks.create)
  expect(body).toEqual({ batch_id: 4, from: expect.stringMatching(/^\d{4}-01-01$/), to: expect.any(String) })
})
