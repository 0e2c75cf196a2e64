import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { students } from '../../../shared/contract/students.ts'
import { clearLogin } from '../../core/login.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { assessment, result } from '../../testing/work.ts'
import { MyResultsPage } from './MyResultsPage.tsx'

beforeEach(() => signedIn(['student']))
afterEach(() => clearLogin())

const open = () => renderPage(<MyResultsPage />, '/my-results')
const me = [students.byUser, { data: student({ id: 11 }) }] as const
const surgery = { id: 4, name: 'Surgery' }

test('the own results by department: marks of the total, passed or not, remarks', async () => {
  const calls = served(me, [
    assessmentResults.list,
    pageOf([
      result({ assessment: assessment({ department: surgery, name: 'Viva', type: 'practical' }), marks: 9.99 }),
      result({ id: 72, assessment: assessment({ name: 'Midterm' }), marks: 10, remarks: 'شاباش' }),
      result({ id: 73, assessment: assessment({ id: 63, name: 'Quiz', passing_marks: null, total_marks: null }) }),
      result({ id: 74, assessment: assessment({ id: 64, name: 'OSPE' }), marks: null }),
    ]),
  ])
  const { router } = open()
  expect(screen.getByRole('heading', { name: 'My Results' })).toBeTruthy()
  // The newest result is in this department.
  const surgeryTable = await screen.findByRole('table', { name: 'Results in Surgery' })
  expect(within(surgeryTable).getAllByRole('row')[1]?.textContent).toBe(
    'VivaPractical9.99 of 20.0010.00—Not passed—2 Nov 2026',
  )
  await userEvent.click(screen.getByRole('tab', { name: 'Medicine' }))
  const medicine = await screen.findByRole('table', { name: 'Results in Medicine' })
  const rows = within(medicine).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MidtermTheory10.00 of 20.0010.00—Passedشاباش2 Nov 2026',
    'QuizTheory12.50 of 100.00————2 Nov 2026',
    'OSPETheoryNo marks10.00———2 Nov 2026',
  ])
  expect(router.state.location.search).toBe('?tab=3')
  expect(pathsTo(calls, assessmentResults.list)).toEqual(['/api/assessment-results?student_id=11&page=1&per_page=500'])
})

test('nothing evaluated yet, no student record, and a list that cannot be had', async () => {
  served(me, [assessmentResults.list, pageOf([])])
  const { unmount } = open()
  expect(await screen.findByText('No results yet')).toBeTruthy()
  unmount()
  served([students.byUser, refuse(404, 'Record not found.')])
  const second = open()
  expect(await screen.findByText('Student record not found')).toBeTruthy()
  second.unmount()
  served(me, [assessmentResults.list, refuse(500)])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch assessment results')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('an absence is its word, no dash and no 0', async () => {
  served(me, [assessmentResults.list, pageOf([result({ marks: null, status: 'absent' })])])
  open()
  const [, row] = await screen.findAllByRole('row')
  expect(within(row as HTMLElement).getByText('Absent')).toBeTruthy()
  expect(screen.queryByText('No marks')).toBeNull()
})

test('the own marks for each criterion can be opened', async () => {
  const criteria = [
    { name: 'Washes hands', marks: 0.5 },
    { name: 'Explains', marks: 2 },
  ]
  const osce = result({ assessment: assessment({ name: 'OSCE', criteria }), criteria_marks: [0.5, null], marks: null })
  served(me, [assessmentResults.list, pageOf([osce])])
  open()
  await userEvent.click(await screen.findByText('Criteria'))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Washes hands 0.50 of 0.50',
    'Explains – of 2.00',
  ])
})
