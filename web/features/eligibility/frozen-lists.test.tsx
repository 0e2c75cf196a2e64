import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import {
  type DifferenceCounts,
  eligibilityLists,
  type FrozenListWithRules,
  type FrozenRow,
  type ListDifference,
} from '../../../shared/contract/eligibility-lists.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, renderRoute, signedIn } from '../../testing/page.tsx'
import { batch, department, refOf } from '../../testing/records.ts'
import { FreezeModal } from './FreezeModal.tsx'
import { FrozenListPage } from './FrozenListPage.tsx'
import { FrozenListsPage } from './FrozenListsPage.tsx'

const SURGERY = { id: 4, name: 'Surgery' }
const later: FrozenListWithRules = {
  id: 8,
  title: 'Final examination',
  batch: refOf(batch()),
  department: null,
  counts: { eligible: 112, on_course: 0, at_risk: 9, not_eligible: 2, exempted: 1, unjudged: 0 },
  frozen_at: '2026-11-02T03:04:05.678Z',
  frozen_by: { id: 3, name: 'Dr Principal' },
  document_id: 31,
  number: '2026-000031',
  verification_code: '0123456789ABCDEF',
  sha256: 'a'.repeat(64),
  board_sha256: 'b'.repeat(64),
  state: 'stands',
  ended_on: null,
  replaced_by: null,
  reason: null,
  rules: [
    { department: null, attendance: 75, logbook: 100, assessments: null, tasks: null },
    { department: SURGERY, attendance: 80, logbook: 100, assessments: null, tasks: null },
  ],
}
const former: FrozenListWithRules = {
  ...later,
  id: 7,
  number: '2026-000012',
  board_sha256: null,
  state: 'replaced',
  replaced_by: '2026-000031',
}
const standing = { reached: 44, of: 59, figure: 74.6, minimum: 75, verdict: 'reachable' as const }
const ali: FrozenRow = {
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-22011',
  verdict: 'at_risk',
  conditions: [
    {
      ...standing,
      condition: 'attendance',
      department: SURGERY,
      highest: 82.1,
      planned: 25,
      may_miss: 1,
      rule: { id: null, batch: null, department: null },
      exemption: null,
    },
  ],
}
const difference: ListDifference = {
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-22011',
  kinds: ['verdict', 'figure', 'rule'],
  verdict: { from: 'at_risk', to: 'eligible' },
  conditions: [
    {
      condition: 'attendance',
      department: SURGERY,
      from: { ...standing, exemption: null },
      to: { reached: 50, of: 60, figure: 83.3, minimum: 80, verdict: 'met', exemption: null },
    },
  ],
}
const counts: DifferenceCounts = {
  former,
  later,
  counts: { came: 0, left: 0, verdict: 1, figure: 1, rule: 1, exemption: 0 },
  rules: [{ department: SURGERY, condition: 'attendance', from: 75, to: 80 }],
}

const college = () =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(SURGERY)])],
    [batches.list, pageOf([batch()])],
    [eligibilityLists.list, pageOf([later, former])],
    [eligibilityLists.read, { data: later }],
    [eligibilityLists.rows, pageOf([ali])],
    [eligibilityLists.differences, pageOf([difference])],
    [eligibilityLists.countDifferences, { data: counts }],
    [eligibilityLists.freeze, { data: later }],
  )

beforeEach(() => {
  sessionStorage.clear()
  signedIn(['principal'])
})

test('the frozen lists say number, day, place, counts and whether they stand', async () => {
  college()
  renderPage(<FrozenListsPage />, '/eligibility/lists')
  const link = await screen.findByRole('link', { name: '2026-000031' })
  const table = screen.getByRole('table', { name: 'Frozen lists' })
  expect(link.getAttribute('href')).toBe('/eligibility/lists/8')
  expect(within(table).getByText('2026-000031', { selector: 'span' })).toBeTruthy()
  expect(within(table).getAllByText('112')).toHaveLength(2)
  expect(await screen.findByRole('link', { name: 'Freeze another one' })).toBeTruthy()
})

test.each(['hod', 'student-affair'])('a %s, who freezes no list, is not led to freezing', async (role) => {
  signedIn([role])
  college()
  renderPage(<FrozenListsPage />, '/eligibility/lists')
  await screen.findByRole('link', { name: '2026-000031' })
  expect(screen.queryByRole('link', { name: 'Freeze another one' })).toBeNull()
})

test('a list shows its rules and figures, and is compared with another one of the batch', async () => {
  const calls = college()
  renderRoute('/eligibility/lists/:listId', <FrozenListPage />, '/eligibility/lists/8')
  expect(await screen.findByRole('heading', { name: 'Eligibility List 2026-000031' })).toBeTruthy()
  // No line of the heading ends within its number.
  expect(screen.getByText('2026-000031', { selector: 'h1 span' })).toBeTruthy()
  expect(
    screen.getByText('Every department: attendance 75%, logbook 100%; Surgery: attendance 80%, logbook 100%'),
  ).toBeTruthy()
  await screen.findByText('Surgery attendance 74.6% of 75%')
  await userEvent.click(screen.getByText('All figures'))
  expect(await screen.findByText('Attendance: Surgery 74.6% of 75%, below')).toBeTruthy()
  await userEvent.selectOptions(await screen.findByLabelText('Compare with'), '7')
  const differences = within(await screen.findByRole('region', { name: 'Differences' }))
  expect(await differences.findByText('At risk → Eligible')).toBeTruthy()
  expect(
    differences.getByText(
      'Attendance in Surgery: 74.6% (44 of 59) → 83.3% (50 of 60); minimum 75% → 80%; Below, can be reached → Met',
    ),
  ).toBeTruthy()
  expect(differences.getByText('Attendance in Surgery: 75% → 80%')).toBeTruthy()
  await userEvent.click(differences.getByRole('button', { name: 'Rule changed 1' }))
  await expect.poll(() => pathsTo(calls, eligibilityLists.differences).at(-1)).toContain('kind=rule')
})

test('of many changed conditions those with another verdict stand first, and the rest is folded', async () => {
  college()
  const [changed] = difference.conditions
  if (!changed?.from || !changed.to) throw new Error('The difference has a condition')
  const asked = { ...changed, to: { ...changed.from, minimum: 80 } }
  const nothing = { ...changed.from, figure: null, reached: 0, of: 0, verdict: 'nothing' as const }
  const others = ['Anatomy', 'Biochemistry', 'ENT', 'Medicine'].map((name, index) => ({
    ...asked,
    department: { id: 20 + index, name },
  }))
  const begun = { ...changed, department: { id: 30, name: 'Pathology' }, from: nothing }
  served([eligibilityLists.differences, pageOf([{ ...difference, conditions: [...others, changed, begun] }])])
  renderRoute('/eligibility/lists/:listId', <FrozenListPage />, '/eligibility/lists/8?with=7')
  const folded = await screen.findByText('3 more')
  const cell = folded.closest('td') as HTMLElement
  const texts = [...cell.querySelectorAll('div > *')].map(({ textContent }) => textContent)
  expect(texts[0]).toContain('Below, can be reached → Met')
  expect(texts[1]).toBe('Attendance in Pathology: nothing was held → 83.3% (50 of 60); minimum 75% → 80%')
  expect(texts[2]).toBe('Attendance in Anatomy: minimum 75% → 80%')
  expect(folded.closest('details')?.textContent).toContain('Attendance in Medicine: minimum 75% → 80%')
})

test('the names for the board are a file of the list, and of one of before there are none', async () => {
  const calls = college()
  served([eligibilityLists.export, refuse(404, 'File not found')])
  renderRoute('/eligibility/lists/:listId', <FrozenListPage />, '/eligibility/lists/8')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Names for the board (PDF)' }))
  await screen.findByText('File not found')
  expect(pathsTo(calls, eligibilityLists.export)).toEqual([expect.stringContaining('/lists/8/export/board')])
  cleanup()
  served([eligibilityLists.read, { data: former }])
  renderRoute('/eligibility/lists/:listId', <FrozenListPage />, '/eligibility/lists/7')
  await screen.findByRole('heading', { name: 'Eligibility List 2026-000012' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['PDF', 'Excel (XLSX)'])
})

test('freezing says what is kept, and sends batch, department and title', async () => {
  const calls = college()
  const { router } = renderPage(
    <FreezeModal id={batch().id} onClose={() => undefined} />,
    '/eligibility?batch_id=4&department_id=4',
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Nothing changes it afterwards/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Title'), 'Final examination')
  await userEvent.click(dialog.getByRole('button', { name: 'Freeze' }))
  await expect
    .poll(() => bodiesTo(calls, eligibilityLists.freeze))
    .toEqual([{ batch_id: batch().id, department_id: 4, title: 'Final examination' }])
  // Nobody is asked whether to discard what has been saved.
  await expect.poll(() => router.state.location.pathname).toBe(`/eligibility/lists/${later.id}`)
  expect(screen.queryByText('Discard changes?')).toBeNull()
})
