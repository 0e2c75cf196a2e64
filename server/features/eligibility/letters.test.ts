import { beforeAll, expect, test } from 'vitest'
import type { ConditionStanding, EligibilityRow, VerdictCounts } from '../../../shared/contract/eligibility.ts'
import { CONDITIONS } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { makeReport } from '../../documents/pdf/pdf.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { dayAfter } from '../../testing/today.ts'
import { lettersOf } from './letters.ts'

const { at, admin, principal, hod, surgeon, student, medicine, batch, wards } = await furnished()
const PRINT = `/eligibility/print?batch_id=${batch}`
const NOBODY = 'Nobody in this list is below a minimum, so there is no letter to make.'

type Made = Awaited<ReturnType<typeof student>>
let missed: Made
let warned: Made
let spared: Made

/** Makes ten sessions that were held and two to come: seven of ten can still become nine of twelve, six can not. */
beforeAll(async () => {
  const rules = { attendance: 75, logbook: null, assessments: null, tasks: 50 }
  expect((await admin.post('/eligibility/rules', rules)).status).toBe(201)
  const [enough, ...others] = [await student(wards), await student(wards), await student(wards), await student(wards)]
  ;[missed, warned, spared] = others as [Made, Made, Made]
  for (let n = 0; n < 10; n += 1) {
    const session = await at.make.session(wards, { status: 'completed', activity_date: `2026-02-${n + 10}` })
    for (const [who, present] of [
      [enough, 10],
      [missed, 6],
      [warned, 7],
      [spared, 2],
    ] as const)
      await at.make.entry(session, who.id, { status: n < present ? 'present' : 'absent' })
  }
  for (const days of [3, 8]) await at.make.session(wards, { activity_date: dayAfter(days) })
  const due = await at.make.task(medicine, [wards], { end_date: dayAfter(-2) })
  for (const who of [enough, warned, spared]) await at.make.submission(due, who.id)
  for (const days of [9, 5]) await at.make.task(medicine, [wards], { end_date: dayAfter(days) })
  const exempted = { student_id: spared.id, condition: 'attendance', department_id: medicine, reason: 'Illness' }
  expect((await principal.post('/eligibility/exemptions', exempted)).status).toBe(201)
})

async function lettersFor(query = '', by = hod): Promise<string[][]> {
  const { status, raw, body } = await by.get(`${PRINT}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return textOfPdf(raw).map((page) => page.map(({ text }) => text))
}
/** Words of a cell stand on lines of their own, so only their order is sure. */
const wordsOf = (page: string[] | undefined) => (page ?? []).join(' ').replaceAll(' | ', ' ')
const heldBy = (pages: string[][]) => pages.map((page) => page.find((line) => line.startsWith('Roll Number')))
const rollOf = ({ rollNo }: Made) => `Roll Number | ${rollNo}`

const NO_VERDICTS = { eligible: 0, on_course: 0, at_risk: 0, not_eligible: 0, exempted: 0, unjudged: 0 }

test('letters are about those of the list whom something speaks against, and as many as their verdicts are counted', async () => {
  const both = [missed, warned].toSorted((a, b) => a.rollNo.localeCompare(b.rollNo)).map(rollOf)
  expect(heldBy(await lettersFor())).toEqual(both)
  expect(heldBy(await lettersFor('&verdict=not_eligible'))).toEqual([rollOf(missed)])
  expect(heldBy(await lettersFor('&verdict=at_risk'))).toEqual([rollOf(warned)])
  expect(heldBy(await lettersFor(`&q=${warned.rollNo}`))).toEqual([rollOf(warned)])
  expect(heldBy(await lettersFor('&condition=tasks'))).toEqual([rollOf(missed)])
  for (const query of ['&verdict=eligible', '&verdict=exempted', `&q=${spared.rollNo}`, '&q=nobody']) {
    const { status, body } = await hod.get(`${PRINT}${query}`)
    expect([status, body.message], query).toEqual([409, NOBODY])
  }
  expect((await surgeon.get(PRINT)).status).toBe(409)
  const counted = async (query = ''): Promise<VerdictCounts> =>
    (await hod.get(`/eligibility/counts?batch_id=${batch}${query}`)).body.data
  expect(await counted()).toEqual({ ...NO_VERDICTS, eligible: 1, at_risk: 1, not_eligible: 1, exempted: 1 })
  expect(await counted(`&q=${warned.rollNo}`)).toEqual({ ...NO_VERDICTS, at_risk: 1 })
})

test('who can no longer reach a minimum is told with regret which one, others are warned, with what is left and until when', async () => {
  const [regret] = await lettersFor('&verdict=not_eligible')
  expect(wordsOf(regret)).toContain('We regret to inform you')
  expect(regret?.join('\n')).toMatch(
    /Medicine \| Attendance \| 6 of 10 sessions \| 60% \| 75% \| Out of reach: at most 66\.7%/,
  )
  expect(wordsOf(regret)).toContain(`the last on ${writtenDay(dayAfter(8))}`)
  // Late work is handed in while its task is active, so this is not lost.
  expect(regret?.join('\n')).toMatch(/Medicine \| Tasks \| 0 of 1 handed in \| 0% \| 50% \| Within reach: at most 100%/)
  expect(wordsOf(regret)).toContain(`next last day ${writtenDay(dayAfter(5))}`)
  const [warning] = await lettersFor('&verdict=at_risk')
  expect(wordsOf(warning)).not.toContain('regret')
  expect(wordsOf(warning)).toContain('can still reach it')
  expect(warning?.join('\n')).toMatch(
    /Medicine \| Attendance \| 7 of 10 sessions \| 70% \| 75% \| Within reach: at most 75%/,
  )
  expect(wordsOf(warning)).toContain('0 of 2 planned sessions may be missed')
  expect(wordsOf(warning)).not.toContain('Tasks')
})

const standing = (index: number, name: string, verdict: ConditionStanding['verdict']): ConditionStanding => ({
  condition: CONDITIONS[index % CONDITIONS.length] ?? 'attendance',
  department: { id: Math.floor(index / CONDITIONS.length), name },
  reached: 140,
  of: 200,
  figure: 70,
  minimum: 75,
  verdict,
  highest: 88.8,
  planned: 40,
  may_miss: 3,
  rule: { id: null, batch: null, department: null },
  exemption: null,
})

test.each([
  ['short names', 'Medicine', 'Ali Raza'],
  ['two lines', 'Obstetrics and Gynaecology with Neonatology', 'Ali Raza'],
  ['the longest names', 'Gynaecology '.repeat(16).trim(), 'Abdul Rahman '.repeat(15).trim()],
  ['the longest words', 'W'.repeat(200), 'W'.repeat(200)],
])('each letter is one page to its signatures, what is out of reach first: %s', async (_name, department, name) => {
  const conditions = Array.from({ length: 32 }, (_, n) => standing(n, department, n % 4 === 1 ? 'missed' : 'reachable'))
  const row: EligibilityRow = {
    student_id: 1,
    name,
    roll_no: 'MBBS-22011',
    batch: { id: 1, name: 'Batch 2023' },
    verdict: 'not_eligible',
    conditions,
  }
  const [report] = lettersOf([row], [], { college: 'A College', timezone: 'Asia/Karachi' })
  if (!report) throw new Error('no letter')
  const pages = textOfPdf(await makeReport(report))
  expect(pages).toHaveLength(1)
  const lines = (pages[0] ?? []).map(({ text }) => text)
  expect(lines.join(' ')).toContain('Parent or guardian, with date')
  const shown = lines.filter((line) => line.includes('140 of 200')).length
  expect(shown).toBeGreaterThan(0)
  expect(lines).toContain(`and ${32 - shown} more conditions`)
  const verdicts = lines.flatMap((line) => /(Out of|Within) reach/.exec(line)?.[1] ?? [])
  expect(verdicts.slice(0, Math.min(8, shown))).toEqual(Array.from({ length: Math.min(8, shown) }, () => 'Out of'))
})
