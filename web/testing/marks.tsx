import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect } from 'vitest'
import { assessmentFigures, type ResultChanged } from '../../shared/contract/assessment-figures.ts'
import type { AssessmentResult, BulkResultsInput } from '../../shared/contract/assessment-results.ts'
import { assessmentResults } from '../../shared/contract/assessment-results.ts'
import { type Assessment, type AssessmentRosterRow, assessments } from '../../shared/contract/assessments.ts'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { groups, studentGroups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { students } from '../../shared/contract/students.ts'
import { clearLogin } from '../core/login.ts'
import { AssessmentsPage } from '../features/assessments/AssessmentsPage.tsx'
import { pageOf, pathsTo, refuse, type SentCall, served } from './network.ts'
import { renderPage, signedIn } from './page.tsx'
import { batch, department, group, student } from './records.ts'
import { assessment, result } from './work.ts'

const mbbs = batch({ id: 1, name: 'MBBS 2023' })
const groupA = group({ batch: { id: 1, name: 'MBBS 2023' } })
const of = { batch: { id: 1, name: 'MBBS 2023' }, group: { id: groupA.id, name: groupA.name } }

export const midterm = assessment({ ...of, detail: 'Wards 1 and 2' })
export const ospe = assessment({
  ...of,
  id: 62,
  name: 'OSPE',
  type: 'practical',
  total_marks: null,
  status: 'evaluated',
  marked_count: 2,
})

type Person = AssessmentRosterRow['student']
const person = (id: number, name: string, status: Person['status'] = 'active'): Person => ({
  id,
  name,
  roll_no: `MBBS-2200${id}`,
  status,
})
export const ayesha = person(1, 'Ayesha')
export const bilal = person(2, 'بلال')
export const celina = person(3, 'Celina')
export const dawood = person(4, 'Dawood', 'transferred')

export const V1 = '2026-11-02T04:00:00.000Z'
export const V2 = '2026-11-03T04:00:00.000Z'

export const resultOf = (one: Person, marks: number | null, changes: Partial<AssessmentResult> = {}) =>
  ({ ...result({ id: 100 + one.id, student: one, marks }), assessment_id: midterm.id, ...changes }) as AssessmentResult

export const row = (student: Person, stored: AssessmentResult | null = null): AssessmentRosterRow => ({
  student,
  is_marked: student.status === 'active',
  result: stored,
})

export const changed = (changes: Partial<ResultChanged> = {}): ResultChanged => ({
  id: 1,
  at: V1,
  actor: { id: 9, name: 'Dr Hina' },
  action: 'update',
  student: { id: 1, name: 'Ayesha', roll_no: 'MBBS-22001' },
  marks: { from: 7, to: 8 },
  status: null,
  criteria_marks: null,
  remarks: null,
  ...changes,
})

/** The college's data; a test changes them before or while it runs. */
export const college = {
  assessments: [midterm, ospe] as Assessment[],
  roster: [row(ayesha), row(bilal), row(celina)] as AssessmentRosterRow[],
  results: [] as AssessmentResult[],
  history: [] as ResultChanged[],
}

export const server = () =>
  served(
    [batches.list, pageOf([mbbs, batch({ id: 2, name: 'MBBS 2022' })])],
    [departments.list, pageOf([department(), department({ id: 4, name: 'Surgery' })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [groups.list, pageOf([groupA, group({ id: 8, name: 'Group B', batch: { id: 2, name: 'MBBS 2022' } })])],
    [groups.read, { data: groupA }],
    [
      studentGroups.listByGroup,
      () =>
        pageOf(
          college.roster.map(({ student: one }) => ({
            id: 900 + one.id,
            student_id: one.id,
            group_id: groupA.id,
            department_id: 3,
            status: 'active' as const,
            student: one,
            group: { ...of.group, batch: of.batch, department: { id: 3, name: 'Medicine' } },
          })),
        ),
    ],
    [students.read, ({ params }) => ({ data: student({ id: params.id, name: 'Ayesha', roll_no: 'MBBS-22001' }) })],
    [assessments.list, () => pageOf(college.assessments)],
    [assessments.listByGroup, () => pageOf(college.assessments)],
    [assessments.read, ({ params }) => ({ data: college.assessments.find(({ id }) => id === params.id) ?? midterm })],
    [assessments.roster, () => pageOf(college.roster)],
    [assessmentFigures.history, () => pageOf(college.history)],
    [assessmentResults.listByStudentAndGroup, () => pageOf(college.results)],
    [
      assessmentResults.create,
      ({ body }) => ({ data: 'results' in body ? body.results.map(() => result()) : result() }),
    ],
  )

export const CHOSEN = '/assessment?department_id=3&batch_id=1&group_id=7'
export const SHOWN = `${CHOSEN}&fetched=yes`
export const LISTED = `${SHOWN}&tab=assessments`
export const open = (address = SHOWN) => renderPage(<AssessmentsPage />, address)
/** Opens the results of the midterm. */
export const openResults = () => open(`${LISTED}&modal=results&id=61`)
/** Opens Ayesha's results. */
export const openStudent = () => open(`${SHOWN}&modal=mark&id=1`)

export const fetchButton = (name = 'Fetch Assessments') => screen.getByRole('button', { name })
/** Chooses in the dialog, if one is open over the filters. */
export const choose = async (label: string, option: string) => {
  const field = screen.getAllByLabelText(label).at(-1) as HTMLElement
  await within(field).findByRole('option', { name: option })
  await userEvent.selectOptions(field, option)
}
export const rows = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('table', { name }).getAttribute('aria-busy')).toBe('false'))
  return within(screen.getByRole('table', { name })).getAllByRole('row').slice(1)
}

export const marks = (of: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Marks of ${of}` })
export const remarks = (of: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Remarks for ${of}` })
export const give = async (to: string, text: string) => {
  const field = await marks(to)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
export const totals = () => screen.getByLabelText('Totals').textContent

export const posted = (calls: SentCall[]) =>
  calls.filter(({ endpoint }) => endpoint === assessmentResults.create).map(({ body }) => body as BulkResultsInput)
/** Returns the drafts on the device. */
export const kept = () => Object.entries(localStorage).filter(([key]) => key.includes('results/'))
export const lists = (calls: SentCall[]) => pathsTo(calls, assessments.list)

/** Begins and ends each test of a file with a teacher signed in and an empty device. */
export function beginAnew(): void {
  beforeEach(() => {
    signedIn(['faculty'])
    college.assessments = [midterm, ospe]
    college.roster = [row(ayesha), row(bilal), row(celina)]
    college.results = []
    college.history = []
  })
  afterEach(() => {
    clearLogin()
    localStorage.clear()
  })
}
