import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import {
  ayesha,
  beginAnew,
  bilal,
  celina,
  changed,
  college,
  give,
  kept,
  marks,
  midterm,
  openResults,
  posted,
  remarks,
  resultOf,
  row,
  save,
  server,
  V2,
} from '../../testing/marks.tsx'
import { refuse, served } from '../../testing/network.ts'

beginAnew()

const theirs = () => {
  college.roster = [
    row(ayesha, resultOf(ayesha, 5, { updated_at: V2, remarks: 'Theirs' })),
    row(bilal, resultOf(bilal, 6, { updated_at: V2 })),
    row(celina),
  ]
  college.history = [
    changed({ id: 8 }),
    changed({ id: 7, actor: { id: 8, name: 'Dr Omar' } }),
    changed({ id: 6, actor: null, student: bilal }),
  ]
  return refuse(409, 'This record was changed by someone else. Reload and try again.')
}

async function overtake() {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  const calls = server()
  served([assessmentResults.create, theirs])
  openResults()
  await give('Ayesha', '11')
  await give('بلال', '12')
  await give('Celina', '13')
  await save()
  const both = await screen.findByRole('table', { name: 'Marks that differ' })
  return { calls, both }
}

test('two markers: both values stand side by side, and one of them is chosen for each', async () => {
  const { calls, both } = await overtake()
  const [first, second, ...more] = within(both).getAllByRole('row').slice(1)
  expect(more).toEqual([])
  expect(first?.textContent).toContain('Ayesha MBBS-2200111.00Theirs5.00Theirs')
  expect(second?.textContent).toContain('12.00No remarks6.00No remarks')
  await waitFor(() => expect(first?.textContent).toContain('Dr Hina, 3 Nov 2026'))
  expect(second?.textContent).toContain('System, 3 Nov 2026')
  served([assessmentResults.create, { data: [] }])
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs for Ayesha' }))
  expect(screen.queryByRole('button', { name: 'Use mine for بلال' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use mine and save' }))
  await waitFor(() => expect(posted(calls)).toHaveLength(2))
  expect(posted(calls)[1]?.results).toMatchObject([
    { student_id: 2, marks: 12, updated_at: V2 },
    { student_id: 3, marks: 13, updated_at: null },
  ])
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
})

test('Keep theirs for all sends the others only', async () => {
  const { calls } = await overtake()
  served([assessmentResults.create, { data: [] }])
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs, save the rest' }))
  await waitFor(() => expect(posted(calls)).toHaveLength(2))
  expect(posted(calls)[1]?.results.map(({ student_id }) => student_id)).toEqual([3])
})

test('Use mine for all writes over what is stored now', async () => {
  const { calls } = await overtake()
  served([assessmentResults.create, { data: [] }])
  await userEvent.click(screen.getByRole('button', { name: 'Use mine and save' }))
  await waitFor(() => expect(posted(calls)).toHaveLength(2))
  expect(posted(calls)[1]?.results.map(({ updated_at }) => updated_at)).toEqual([V2, V2, null])
})

test('a draft over marks that were changed meanwhile is shown beside them when it is opened again', async () => {
  server()
  const { unmount } = openResults()
  await give('Ayesha', '11')
  unmount()
  theirs()
  openResults()
  const both = await screen.findByRole('table', { name: 'Marks that differ' })
  expect(within(both).getAllByRole('row')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs' }))
  expect((await marks('Ayesha')).value).toBe('5')
  expect(kept()).toEqual([])
})

/** Changes Ayesha's result before it is saved. */
async function changedMeanwhile(changes: { marks?: number; remarks?: string | null }) {
  const before = resultOf(ayesha, 5, { remarks: 'Before' })
  college.roster = [row(ayesha, before), row(bilal), row(celina)]
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  const calls = server()
  served([
    assessmentResults.create,
    () => {
      college.roster = [row(ayesha, { ...before, ...changes, updated_at: V2 }), row(bilal), row(celina)]
      served([assessmentResults.create, { data: [] }])
      return refuse(409, 'This record was changed by someone else. Reload and try again.')
    },
  ])
  openResults()
  return calls
}
const lastOf = (calls: Parameters<typeof posted>[0]) => posted(calls).at(-1)?.results[0]

test('a remark of another person stays where only a mark was typed, and needs no choice', async () => {
  const calls = await changedMeanwhile({ remarks: 'HOD remark only' })
  await give('Ayesha', '6.66')
  await save()
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  expect(posted(calls)).toHaveLength(2)
  expect(lastOf(calls)).toMatchObject({ marks: 6.66, remarks: 'HOD remark only', updated_at: V2 })
  expect(kept()).toEqual([])
})

test('a mark of another person stays where only a remark was typed', async () => {
  const calls = await changedMeanwhile({ marks: 7 })
  await userEvent.clear(await remarks('Ayesha'))
  await userEvent.type(await remarks('Ayesha'), 'Mine')
  await save()
  await waitFor(() => expect(lastOf(calls)).toMatchObject({ marks: 7, remarks: 'Mine', updated_at: V2 }))
})

test('of a line in which both changed the mark, mine goes with the remark that is stored now', async () => {
  const calls = await changedMeanwhile({ marks: 3.75, remarks: null })
  await give('Ayesha', '6.66')
  await save()
  const both = await screen.findByRole('table', { name: 'Marks that differ' })
  expect(within(both).getAllByRole('row')[1]?.textContent).toContain('6.66No remarks3.75No remarks')
  await userEvent.click(screen.getByRole('button', { name: 'Use mine and save' }))
  await waitFor(() => expect(lastOf(calls)).toMatchObject({ marks: 6.66, remarks: null, updated_at: V2 }))
})

test('what is decided of a draft that is opened again is saved as after a save, once it is agreed to', async () => {
  const calls = server()
  const { unmount } = openResults()
  await give('Ayesha', '11')
  unmount()
  theirs()
  openResults()
  await userEvent.click(await screen.findByRole('button', { name: 'Use mine and save' }))
  const asked = await screen.findByRole('dialog', { name: 'Save results?' })
  expect(posted(calls)).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  expect(lastOf(calls)).toMatchObject({ marks: 11, remarks: 'Theirs', updated_at: V2 })
})

test('a draft over a remark that was changed meanwhile is opened with it', async () => {
  college.roster = [row(ayesha, resultOf(ayesha, 5)), row(bilal), row(celina)]
  server()
  const { unmount } = openResults()
  await give('Ayesha', '6')
  unmount()
  college.roster = [row(ayesha, resultOf(ayesha, 5, { remarks: 'Theirs', updated_at: V2 })), row(bilal), row(celina)]
  openResults()
  expect((await remarks('Ayesha')).value).toBe('Theirs')
  expect((await marks('Ayesha')).value).toBe('6')
})
