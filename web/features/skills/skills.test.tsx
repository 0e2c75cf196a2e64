import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, pathsTo, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'
import { skill } from '../../testing/skills.ts'
import { SkillsPage } from './SkillsPage.tsx'

const suturing = skill({
  id: 7,
  name: 'Suturing',
  code: null,
  department_id: 4,
  department: { id: 4, name: 'Surgery' },
  level: 'assisted',
  usual_count: null,
  year: null,
  status: 'inactive',
})

beforeEach(() => {
  served(
    [skills.list, pageOf([skill(), suturing])],
    [skills.read, { data: skill() }],
    [skills.categories, pageOf([{ category: 'Procedure', count: 2 }])],
    [departments.list, pageOf([department({ id: 3, name: 'Medicine' }), department({ id: 4, name: 'Surgery' })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
  )
})

/** The filters of the list that was asked for last. */
const asked = (calls: SentCall[]) =>
  Object.fromEntries(new URLSearchParams(pathsTo(calls, skills.list).at(-1)?.split('?')[1]))

test('staff read the skills in words, and change none', async () => {
  signedIn(['clerk'])
  renderPage(<SkillsPage />, '/skills')
  const row = within(await screen.findByRole('row', { name: /Venous cannulation/ }))
  for (const text of ['Medicine', 'Procedure', 'MED-01', 'Performed under supervision', '10', '4th Year', 'Active'])
    expect(row.getByText(text)).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Suturing/ })).getByText('Assisted')).toBeTruthy()
  for (const name of ['Add', 'Edit Suturing', 'Delete Suturing'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
})

test('the address chooses what is listed, and the filters choose the address', async () => {
  signedIn(['admin'])
  const calls = served()
  renderPage(<SkillsPage />, '/skills?q=ven&category=Procedure&year=4th+Year&status=active')
  await screen.findByRole('row', { name: /Venous cannulation/ })
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/skills/import')
  expect(within(screen.getByRole('table')).getByText('Medicine')).toBeTruthy()
  const wanted = { search: 'ven', category: 'Procedure', year: '4th Year', status: 'active' }
  expect(asked(calls)).toMatchObject(wanted)
  await userEvent.click(screen.getByRole('button', { name: /Filters/ }))
  expect(await screen.findByRole('option', { name: 'Procedure (2)' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Medicine')
  await waitFor(() => expect(asked(calls)).toMatchObject({ department_id: '3' }))
  // Another department has other categories, and its own skills need no department in each row.
  expect(asked(calls)).not.toHaveProperty('category')
  await waitFor(() => expect(within(screen.getByRole('table')).queryByText('Medicine')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(asked(calls)).not.toHaveProperty('status'))
})

test('a head adds skills of the own department one after the other, each like the one before', async () => {
  signedIn(['hod'])
  const own = staffMember({ department_id: 3, department: { id: 3, name: 'Medicine', type: 'academic' } })
  const calls = served([staff.currentUser, { data: own }], [skills.create, { data: skill() }])
  renderPage(<SkillsPage />, '/skills?modal=add')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Skill' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Skill name is required')).toBeTruthy()
  const type = (name: string, text: string) => userEvent.type(dialog.getByLabelText(name), text)
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Lumbar puncture')
  await type('Category', 'Procedure')
  await type('Usual count', '5')
  await userEvent.clear(dialog.getByLabelText('Share of observed, in percent'))
  await type('Share of observed, in percent', '140')
  await userEvent.selectOptions(dialog.getByLabelText('Level to reach'), 'Assisted')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Simulation counts as much as a patient' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Go on with the next one' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Observed share must be at most 100')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Share of observed, in percent'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesTo(calls, skills.create)).toMatchObject([
      {
        name: 'Lumbar puncture',
        department_id: 3,
        category: 'Procedure',
        level: 'assisted',
        usual_count: 5,
        usual_a_day: null,
        observed_share: 0,
        allows_simulation: true,
      },
    ]),
  )
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe(''))
  const next = within(screen.getByRole('dialog'))
  expect(next.getByLabelText<HTMLInputElement>('Category').value).toBe('Procedure')
})

test('a refused deletion says what asks for the skill, and a view shows everything', async () => {
  signedIn(['admin'])
  served([skills.remove, refuse(409, 'Skill has 1 task. Set it inactive instead.')])
  renderPage(<SkillsPage />, '/skills')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Venous cannulation' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Venous cannulation: Skill has 1 task. Set it inactive instead.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'View Venous cannulation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Skill' }))
  expect(await dialog.findByText('With patients only · up to 20% may be observed')).toBeTruthy()
  expect(dialog.getByText('Aseptic')).toBeTruthy()
})
