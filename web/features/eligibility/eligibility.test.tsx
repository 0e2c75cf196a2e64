import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import {
  type ConditionStanding,
  type EligibilityRow,
  eligibility,
  eligibilityFiles,
} from '../../../shared/contract/eligibility.ts'
import { eligibilityExemptions } from '../../../shared/contract/eligibility-rules.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { onPhone, renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, refOf } from '../../testing/records.ts'
import { EligibilityPage } from './EligibilityPage.tsx'

const SURGERY = { id: 4, name: 'Surgery' }
const attendance: ConditionStanding = {
  condition: 'attendance',
  department: SURGERY,
  reached: 44,
  of: 59,
  figure: 74.6,
  minimum: 80,
  verdict: 'reachable',
  highest: 82.1,
  planned: 25,
  may_miss: 1,
  rule: { id: 2, batch: null, department: SURGERY },
  exemption: null,
}
const ali: EligibilityRow = {
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-22011',
  batch: refOf(batch()),
  verdict: 'at_risk',
  conditions: [attendance],
}
const exemption = {
  id: 9,
  department: SURGERY,
  reason: 'Long illness',
  granted_by: { id: 3, name: 'Dr Principal' },
  granted_at: '2026-01-02T03:04:05.678Z',
}
function college(row = ali) {
  return served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(SURGERY)])],
    [batches.list, pageOf([batch()])],
    [eligibility.list, pageOf([row])],
    [
      eligibility.counts,
      { data: { eligible: 112, on_course: 3, at_risk: 9, not_eligible: 2, exempted: 1, unjudged: 4 } },
    ],
    [eligibility.ofStudent, { data: row }],
    [eligibility.own, { data: row }],
  )
}

beforeEach(() => signedIn(['principal']))

test('the counts filter, and a row says what is below, how high it can rise; the dialog says what may be missed', async () => {
  const calls = college()
  renderPage(<EligibilityPage />, '/?batch_id=5')
  const row = within(await screen.findByRole('row', { name: /Ali Raza/ }))
  row.getByText('Surgery attendance 74.6% of 80%')
  await userEvent.click(await screen.findByRole('button', { name: 'At risk 9' }))
  await waitFor(() => expect(pathsTo(calls, eligibility.list).at(-1)).toContain('verdict=at_risk'))
  expect(screen.getByRole('button', { name: 'At risk 9' }).getAttribute('aria-pressed')).toBe('true')
  expect(pathsTo(calls, eligibility.list)[0]).toContain('sort=worst')
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Roll number')
  await waitFor(() => expect(pathsTo(calls, eligibility.list).at(-1)).toContain('sort=roll'))
  await userEvent.click(row.getByRole('button', { name: 'Show conditions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions of the Examination' }))
  const rule = await dialog.findByRole('link', { name: 'Rules of the college for Surgery' })
  expect(rule.getAttribute('href')).toMatch(/^\/eligibility\/rules\?modal=edit&id=\d+$/)
  dialog.getByText('at most 82.1%; 1 of 25 planned may be missed')
  expect(dialog.getByRole('link', { name: '74.6%' }).getAttribute('href')).toBe(
    `/reports?department_id=4&batch_id=${ali.batch.id}&fetched=yes&modal=view&id=11`,
  )
})

test('a department that held nothing has a row of its own, from which nobody is exempted', async () => {
  const nothing = { reached: 0, of: 0, figure: null, verdict: 'nothing' as const, highest: null, planned: null }
  const MEDICINE = { id: 5, name: 'Medicine' }
  const none = { ...attendance, ...nothing, may_miss: null, department: MEDICINE }
  college({ ...ali, conditions: [none, { ...none, condition: 'assessments' }, attendance] })
  renderPage(<EligibilityPage />, '/?batch_id=5&modal=view&id=11')
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions of the Examination' }))
  const rows = (await dialog.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Surgery74.6%')
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^AttendanceMedicine—no session, and none is planned80%.*Nothing was held$/),
    expect.stringMatching(/^AssessmentsMedicine—no assessment that counts80%.*Nothing was held$/),
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Exempt' }))
  const choice = await screen.findByLabelText(/Exempted from/)
  expect(within(choice).queryByText('Attendance in Medicine')).toBeNull()
  cleanup()
  college({ ...ali, verdict: 'unjudged', conditions: [none] })
  renderPage(<EligibilityPage />, '/?batch_id=6')
  await screen.findByText('Nothing was held here')
})

test('a day that is not here yet is told beside its field, and the list is that of now', async () => {
  const calls = college()
  renderPage(<EligibilityPage />, '/?batch_id=5&day=2999-01-01')
  expect(await screen.findByLabelText('As of the day')).toHaveProperty('value', '2999-01-01')
  screen.getByText('Choose a day up to today')
  await waitFor(() => expect(pathsTo(calls, eligibility.list)).not.toEqual([]))
  expect(pathsTo(calls, eligibility.list)[0]).not.toContain('day=')
})

test('a day on which nothing had begun is told beside its field and in place of the list', async () => {
  college()
  const text = 'Nothing had begun here on that day. The first day is 2 Feb 2026'
  for (const endpoint of [eligibility.list, eligibility.counts])
    served([endpoint, refuse(422, 'The given data was invalid.', { day: [text] })])
  renderPage(<EligibilityPage />, '/?batch_id=5&day=2020-01-01')
  await screen.findByText('Too early a day')
  // Below its field, and in the place of the list.
  expect(screen.getAllByText(text)).toHaveLength(2)
  expect(screen.getByLabelText('As of the day').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  college()
  await userEvent.click(screen.getByRole('button', { name: 'Show it as of now' }))
  await screen.findByRole('row', { name: /Ali Raza/ })
})

test('a student’s conditions of such a day say why there are none', async () => {
  college()
  const text = 'Nothing had begun here on that day. The first day is 2 Feb 2026'
  served([eligibility.ofStudent, refuse(422, 'The given data was invalid.', { day: [text] })])
  renderPage(<EligibilityPage />, '/?batch_id=5&day=2020-01-01&modal=view&id=11')
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions of the Examination' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(text)
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(dialog.queryByText(/errors/)).toBeNull()
})

test('the menu says how many letters the list makes, and asks for those of the list alone', async () => {
  const calls = college()
  served([eligibilityFiles.printLetters, refuse(409, 'None')])
  renderPage(<EligibilityPage />, '/?batch_id=5&condition=attendance&q=ali')
  await screen.findByRole('button', { name: 'At risk 9' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByRole('menuitem', { name: 'Make 11 letters' })
  expect(pathsTo(calls, eligibility.counts).at(-1)).toContain('q=ali')
  await userEvent.click(screen.getByRole('button', { name: 'Not eligible 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Make 2 letters' }))
  await screen.findByText('None')
  const asked = new URL(calls.find(({ path }) => path.includes('/print'))?.path ?? '', 'http://x').searchParams
  expect(Object.fromEntries(asked)).toEqual({
    batch_id: '5',
    condition: 'attendance',
    q: 'ali',
    sort: 'worst',
    verdict: 'not_eligible',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Eligible 112' }))
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByRole('menuitem', { name: 'PDF' })
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: /letter/ })).toBeNull())
})

test.each([
  ['principal', true],
  ['hod', false],
])('what belongs to the list is led to by one menu for a %s', async (role, makesPacks) => {
  signedIn([role])
  college()
  renderPage(<EligibilityPage />, '/?batch_id=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Papers and rules' }))
  const items = within(screen.getByRole('menu')).getAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Frozen lists', '/eligibility/lists'],
    ['Issued documents', '/eligibility/documents'],
    ...(makesPacks ? [['Inspection packs', '/eligibility/packs']] : []),
    ['Rule sets', '/eligibility/rules'],
  ])
})

test('as of a former day nothing is frozen, written or exempted, and the dialog is of that day too', async () => {
  const calls = college()
  renderPage(<EligibilityPage />, '/?batch_id=5&day=2026-01-02')
  const row = within(await screen.findByRole('row', { name: /Ali Raza/ }))
  expect(screen.getByRole('note').textContent).toContain('As of 2 Jan 2026')
  for (const endpoint of [eligibility.list, eligibility.counts])
    expect(pathsTo(calls, endpoint).at(-1)).toContain('day=2026-01-02')
  expect(screen.queryByRole('button', { name: /Freeze/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['PDF', 'CSV', 'Excel (XLSX)'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(row.getByRole('button', { name: 'Show conditions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions of the Examination' }))
  await dialog.findByText(/as of 2 Jan 2026/)
  expect(pathsTo(calls, eligibility.ofStudent).at(-1)).toContain('day=2026-01-02')
  expect(dialog.queryByRole('button', { name: 'Exempt' })).toBeNull()
})

test('without a batch there is no list, and nothing is asked for', async () => {
  const calls = college()
  renderPage(<EligibilityPage />, '/')
  await screen.findByText('Choose a batch', { selector: 'h2, h3, p, strong' })
  expect(pathsTo(calls, eligibility.list)).toEqual([])
})

test('the principal exempts with a reason; a refusal of the condition stands under its field', async () => {
  college()
  const calls = served([
    eligibilityExemptions.exempt,
    refuse(422, 'The given data was invalid.', { condition: ['No'] }),
  ])
  renderPage(<EligibilityPage />, '/?batch_id=5&modal=exempt&id=11')
  const form = within(await screen.findByRole('dialog', { name: 'Exempt Student' }))
  await userEvent.selectOptions(await form.findByLabelText(/Exempted from/), 'Attendance in Surgery')
  await userEvent.type(form.getByLabelText(/Reason/), 'Long illness')
  await userEvent.click(form.getByRole('button', { name: 'Exempt' }))
  await form.findByText('No')
  expect(bodiesTo(calls, eligibilityExemptions.exempt)).toEqual([
    { student_id: 11, condition: 'attendance', department_id: 4, reason: 'Long illness' },
  ])
})

test.each(['exempt', 'withdraw', 'freeze'])('an address opens %s for nobody who may not do it', async (modal) => {
  college({ ...ali, conditions: [{ ...attendance, exemption }] })
  const { unmount } = renderPage(<EligibilityPage />, `/?batch_id=5&modal=${modal}&id=11`)
  await screen.findByRole('dialog')
  unmount()
  signedIn(['hod'])
  renderPage(<EligibilityPage />, `/?batch_id=5&modal=${modal}&id=11`)
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an exemption is told with who and why, and its withdrawal names it', async () => {
  college({ ...ali, verdict: 'exempted', conditions: [{ ...attendance, exemption }] })
  const calls = served([
    eligibilityExemptions.withdraw,
    { data: { ...exemption, student_id: 11, condition: 'attendance' } },
  ])
  renderPage(<EligibilityPage />, '/?batch_id=5&modal=withdraw&id=11')
  const form = within(await screen.findByRole('dialog', { name: 'Withdraw Exemption' }))
  await userEvent.type(await form.findByLabelText(/Reason/), 'A mistake')
  await userEvent.click(form.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The exemption is withdrawn.')).toBeTruthy()
  expect(pathsTo(calls, eligibilityExemptions.withdraw)[0]).toContain('/exemptions/9/withdraw')
  await screen.findByText(/exempted by Dr Principal: Long illness/)
  college({ ...ali, conditions: [{ ...attendance, exemption: { ...exemption, reason: null } }] })
  renderPage(<EligibilityPage />, '/?batch_id=6')
  await screen.findByText('Surgery attendance 74.6% of 80% (exempted)')
})

test('a student sees what is missing, leading to the own rows', async () => {
  signedIn(['student'])
  college()
  renderPage(<EligibilityPage />, '/')
  await screen.findByText('You are below a minimum, and can still reach it.')
  expect(screen.getByRole('link', { name: '74.6%' }).getAttribute('href')).toBe('/student-attendance?tab=4')
})

test('a phone lists the conditions short, opens what is below, and each leads to its rows and rule', async () => {
  onTestFinished(onPhone())
  signedIn(['student'])
  const met = { ...attendance, condition: 'tasks' as const, verdict: 'met' as const, reached: 9, of: 9, figure: 100 }
  college({ ...ali, conditions: [met, attendance] })
  renderPage(<EligibilityPage />, '/')
  const rows = within(await screen.findByRole('list', { name: 'Conditions' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('details')?.open)).toEqual([true, false])
  expect(rows[0]?.textContent).toMatch(/^Attendance74.6% of 80%SurgeryBelow, can be reached/)
  const link = screen.getByRole('link', { name: '44 of 59 sessions' })
  expect(link.getAttribute('href')).toBe('/student-attendance?tab=4')
  screen.getAllByText('Rules of the college for Surgery')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  screen.getByRole('table', { name: 'Conditions' })
})
