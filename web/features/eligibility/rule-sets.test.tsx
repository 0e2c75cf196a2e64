import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { eligibilityRules } from '../../../shared/contract/eligibility-rules.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department } from '../../testing/records.ts'
import { RuleSetsPage } from './RuleSetsPage.tsx'

const SURGERY = { id: 4, name: 'Surgery' }
const ruleSet = {
  id: 2,
  batch_id: null,
  batch: null,
  department_id: 4,
  department: SURGERY,
  attendance: 80,
  logbook: null,
  assessments: null,
  tasks: null,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
}

const college = () =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(SURGERY)])],
    [batches.list, pageOf([batch()])],
    [eligibilityRules.list, pageOf([ruleSet])],
    [eligibilityRules.read, { data: ruleSet }],
    [
      eligibilityRules.inForce,
      {
        data: {
          rule: { id: null, batch: null, department: null },
          attendance: 75,
          logbook: 100,
          assessments: null,
          tasks: null,
        },
      },
    ],
  )

beforeEach(() => signedIn(['principal']))

test('a department’s minimum that a batch’s rules overtake is told to have no effect', async () => {
  college()
  const ofBatch = { ...ruleSet, id: 3, batch: { id: 5, name: 'Batch 2023' }, department: null, attendance: 90 }
  const overtaken = { ...ofBatch, id: 4, department: SURGERY, attendance: 85 }
  served([eligibilityRules.list, pageOf([ruleSet, ofBatch, overtaken])])
  renderPage(<RuleSetsPage />, '/')
  const row = await screen.findByRole('row', { name: /Batch 2023\s· Surgery/ })
  expect(row.textContent).toContain('85%90% holds instead')
  expect(screen.getAllByText(/holds instead/)).toHaveLength(1)
})

test('rules: what holds without any, and a change that sends the version', async () => {
  college()
  const calls = served([eligibilityRules.update, { data: ruleSet }])
  renderPage(<RuleSetsPage />, '/?modal=edit&id=2')
  await screen.findByText('While the college has no rules of its own: attendance 75%, logbook 100%.')
  const form = within(await screen.findByRole('dialog', { name: 'Edit Rule Set' }))
  const field = await form.findByLabelText('Attendance, in percent')
  await userEvent.clear(field)
  await userEvent.type(field, '101')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Attendance must be a whole number from 1 to 100')
  await userEvent.clear(field)
  await userEvent.type(field, '85')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesTo(calls, eligibilityRules.update)).toHaveLength(1))
  expect(bodiesTo(calls, eligibilityRules.update)).toMatchObject([{ attendance: 85, updated_at: ruleSet.updated_at }])
})

test('a refused rule set names its field as its label does', async () => {
  college()
  const message = 'Validation error: attendance: At least one condition must have a minimum'
  served([
    eligibilityRules.update,
    refuse(422, message, { attendance: ['At least one condition must have a minimum'] }),
  ])
  renderPage(<RuleSetsPage />, '/?modal=edit&id=2')
  const form = within(await screen.findByRole('dialog', { name: 'Edit Rule Set' }))
  await userEvent.click(await form.findByRole('button', { name: 'Save' }))
  await form.findByText(/Attendance, in percent: At least one condition must have a minimum/)
  expect(form.queryByText(/error: attendance/)).toBeNull()
})
