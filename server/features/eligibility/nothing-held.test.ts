import { beforeAll, expect, test } from 'vitest'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import type { FrozenListWithRules, ListDifference } from '../../../shared/contract/eligibility-lists.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { sheetsOf } from '../../testing/workbooks.ts'
import { type Facts, type HeldSet, judge } from './rules.ts'

const { at, admin, principal, student, medicine, surgery, batch, wards, theatre } = await furnished()

const DEPARTMENT = { id: 1, name: 'Surgery' }
const OFF = { attendance: null, logbook: null, assessments: null, tasks: null }
const judged = (facts: Partial<Facts>, minima: Partial<HeldSet>) =>
  judge(
    {
      ...{ student_id: 1, name: 'Ayesha', roll_no: null, batch: { id: 7, name: 'Batch 2023' } },
      ...{ attendance: [], logbook: [], assessments: [], tasks: [], exemptions: [], ...facts },
    },
    {
      sets: [{ id: 1, batch: null, department: null, ...OFF, ...minima }],
      minimum: 75,
      departments: [DEPARTMENT, { id: 2, name: 'Medicine' }],
    },
  )

const NO_WEIGHTS = { department_id: 2, points: [], out_of: 0, missing: 0, to_come: 0 }

test('where a department held nothing, its row says so and the others decide; nothing is said where it is off', () => {
  const held = { department_id: 1, present: 8, total: 10, planned: 0 }
  const none = { department_id: 2, present: 0, total: 0, planned: 0 }
  const facts = { attendance: [held, none], assessments: [NO_WEIGHTS] }
  const row = judged(facts, { attendance: 75, assessments: 50 })
  expect(row.verdict).toBe('eligible')
  const nothing = { figure: null, highest: null, planned: null, may_miss: null, verdict: 'nothing' }
  expect(row.conditions).toMatchObject([
    { condition: 'attendance', department: DEPARTMENT, verdict: 'met' },
    { condition: 'attendance', department: { name: 'Medicine' }, minimum: 75, ...nothing },
    { condition: 'assessments', department: { name: 'Medicine' }, minimum: 50, ...nothing },
  ])
  expect(judged(facts, { attendance: 75 }).conditions).toHaveLength(2)
  expect(judged({ attendance: [none] }, { attendance: 75 }).verdict).toBe('unjudged')
  // A planned session is something to come.
  const [begun] = judged({ attendance: [{ ...none, planned: 1 }] }, { attendance: 75 }).conditions
  expect(begun?.verdict).toBe('open')
  // Nothing is missing where no requirement and no task was given.
  const tasks = [{ department_id: 2, due: 0, handed_in: 0, possible: 0, later: 0 }]
  expect(judged({ tasks }, { logbook: 100, tasks: 100 }).conditions).toEqual([])
})

let ali: Awaited<ReturnType<typeof student>>
beforeAll(async () => {
  ali = await student(wards, theatre)
  const session = await at.make.session(wards, { status: 'completed', activity_date: '2026-02-02' })
  await at.make.entry(session, ali.id)
  const minima = { attendance: 75, logbook: null, assessments: 50, tasks: null }
  expect((await principal.post('/eligibility/rules', minima)).status).toBe(201)
})

const rowOf = async (query = ''): Promise<EligibilityRow> =>
  (await admin.get(`/eligibility?batch_id=${batch}${query}`)).body.data.find(
    ({ student_id }: EligibilityRow) => student_id === ali.id,
  )
const told = ({ conditions }: EligibilityRow) =>
  conditions.map(({ condition, department, verdict }) => `${department.name} ${condition} ${verdict}`)
const freeze = async (title: string): Promise<FrozenListWithRules> =>
  (await principal.post('/eligibility/lists', { batch_id: batch, title })).body.data

test('each department of the student’s groups has a row, also on a former day; a later group has none on it', async () => {
  const rows = [
    'Medicine attendance met',
    'Medicine assessments nothing',
    'Surgery attendance nothing',
    'Surgery assessments nothing',
  ]
  const row = await rowOf()
  expect([row.verdict, told(row)]).toEqual(['eligible', rows])
  await at.db.updateTable('student_groups').set({ first_day: '2026-01-01' }).where('group_id', '=', wards).execute()
  await at.db.updateTable('student_groups').set({ first_day: '2026-03-01' }).where('group_id', '=', theatre).execute()
  expect(told(await rowOf('&day=2026-02-10'))).toEqual(rows.slice(0, 2))
  expect(told(await rowOf('&day=2026-03-10'))).toEqual(rows)
  expect(await rowOf(`&department_id=${surgery}`)).toMatchObject({ verdict: 'unjudged' })
})

test('the papers say so, and a list in which something was held since differs by its figure', async () => {
  const former = await freeze('Before')
  const text = textOfPdf((await admin.get(`/eligibility/lists/${former.id}/export/pdf`)).raw)
    .flatMap((page) => page.map((line) => line.text))
    .join(' ')
  expect(text).toContain('Surgery nothing was held')
  const sheet = JSON.stringify(await sheetsOf((await admin.get(`/eligibility/lists/${former.id}/export/xlsx`)).raw))
  expect(sheet).toContain('Nothing was held')
  const session = await at.make.session(theatre, { status: 'completed', activity_date: '2026-03-05' })
  await at.make.entry(session, ali.id)
  const later = await freeze('After')
  const { data } = (await admin.get(`/eligibility/lists/${former.id}/differences?with=${later.id}`)).body
  expect(data).toMatchObject([
    {
      kinds: ['figure'],
      conditions: [{ condition: 'attendance', from: { verdict: 'nothing' }, to: { verdict: 'met', figure: 100 } }],
    },
  ])
})

test('a list of before, which has no such row, differs in nothing by that', async () => {
  const former = await freeze('With such rows')
  await at.db
    .updateTable('eligibility_list_rows')
    .set({
      conditions: JSON.stringify((await rowOf()).conditions.filter(({ verdict }) => verdict !== 'nothing')),
    } as never)
    .where('list_id', '=', former.id)
    .execute()
  const later = await freeze('Later')
  const { data } = (await admin.get(`/eligibility/lists/${former.id}/differences?with=${later.id}`)).body
  expect(data as ListDifference[]).toEqual([])
  expect(medicine).not.toBe(surgery)
})
