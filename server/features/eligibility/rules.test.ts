import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preciseRate } from '../../../shared/attendance-rate.ts'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { CONDITIONS } from '../../../shared/labels.ts'
import { type Facts, type HeldSet, judge, verdictOn } from './rules.ts'

const DEPARTMENT = { id: 1, name: 'Surgery' }
const BATCH = { id: 7, name: 'Batch 2023' }
const OFF = { attendance: null, logbook: null, assessments: null, tasks: null }
const college = (minima: Partial<HeldSet>): HeldSet => ({ id: 1, batch: null, department: null, ...OFF, ...minima })

const nothing: Facts = {
  student_id: 1,
  name: 'Ayesha',
  roll_no: 'MBBS-00001',
  batch: BATCH,
  attendance: [],
  logbook: [],
  assessments: [],
  tasks: [],
  exemptions: [],
}
const judged = (facts: Partial<Facts>, ...sets: HeldSet[]) =>
  judge({ ...nothing, ...facts }, { sets, minimum: 75, departments: [DEPARTMENT, { id: 2, name: 'Medicine' }] })
const only = (row: EligibilityRow) => row.conditions[0] as ConditionStanding

/** The plain model: every unit is looked at by itself, and a share is enough when it is so cent by cent. */
const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.reduce((n, one) => (is(one) ? n + 1 : n), 0)
const isEnough = (part: number, whole: number, minimum: number) => {
  let least = 0
  while (least * 100 < minimum * whole) least += 1
  return part >= least
}
const plainVerdict = (part: number, whole: number, best: number, all: number, minimum: number) => {
  if (!isEnough(best, all, minimum)) return 'missed'
  if (whole === 0) return 'open'
  return isEnough(part, whole, minimum) ? 'met' : 'reachable'
}
/** The share in whole tenths: the greatest that is not above half a tenth more, and no whole percent that is not reached. */
function plainShare(part: number, whole: number): number {
  let tenths = 0
  while ((2 * (tenths + 1) - 1) * whole <= 2000 * part) tenths += 1
  return (tenths % 10 === 0 && tenths * whole > 1000 * part ? tenths - 1 : tenths) / 10
}

const percent = fc.integer({ min: 1, max: 100 })
const mark = fc.constantFrom('present', 'absent', 'leave')

test('attendance: what is counted, what is still to come, and how many sessions may be missed', () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 60 }), fc.nat(40), percent, (marks, planned, attendance) => {
      fc.pre(marks.length + planned > 0)
      const present = count(marks, (one) => one === 'present')
      const facts = { department_id: 1, present, total: marks.length, planned }
      const { figure, highest, verdict, may_miss } = only(judged({ attendance: [facts] }, college({ attendance })))
      const all = marks.length + planned
      expect(figure).toBe(marks.length === 0 ? null : plainShare(present, marks.length))
      expect(figure).toBe(preciseRate(present, marks.length))
      expect(highest).toBe(plainShare(present + planned, all))
      expect(verdict).toBe(plainVerdict(present, marks.length, present + planned, all, attendance))
      const missable = Array.from({ length: planned + 1 }, (_, missed) => missed).filter((missed) =>
        isEnough(present + planned - missed, all, attendance),
      )
      if (missable.length > 0) expect(may_miss).toBe(missable.at(-1))
      else expect(may_miss).toBeLessThan(0)
    }),
  )
})

const requirement = fc.record({
  required: fc.integer({ min: 1, max: 15 }),
  counted: fc.nat(20),
  open: fc.nat(5),
  is_over: fc.boolean(),
  is_close: fc.boolean(),
})

test('logbook: none counts above its own number, what is over rises by what waits alone, what is far is no risk', () => {
  fc.assert(
    fc.property(fc.array(requirement, { minLength: 1, maxLength: 6 }), percent, (requirements, logbook) => {
      const units = requirements.flatMap(({ required, counted, open, is_over, is_close }) =>
        Array.from({ length: required }, (_, n) => ({
          isDone: n < counted,
          isDue: is_over || is_close,
          isPossible: n < counted || !is_over || n < counted + open,
        })),
      )
      const facts = requirements.map((one) => ({ ...one, is_near: one.is_over || one.is_close, department_id: 1 }))
      const standing = only(judged({ logbook: facts }, college({ logbook })))
      const [done, possible] = [count(units, ({ isDone }) => isDone), count(units, ({ isPossible }) => isPossible)]
      const due = units.filter(({ isDue }) => isDue)
      const isLate = !isEnough(
        count(due, ({ isDone }) => isDone),
        due.length,
        logbook,
      )
      const verdict = plainVerdict(done, units.length, possible, units.length, logbook)
      expect(standing).toMatchObject({
        reached: done,
        of: units.length,
        figure: plainShare(done, units.length),
        highest: plainShare(possible, units.length),
        verdict: verdict === 'reachable' && !isLate ? 'open' : verdict,
      })
    }),
  )
})

const assessment = fc.record({
  weightage: fc.integer({ min: 1, max: 20 }),
  total_marks: fc.integer({ min: 1, max: 20 }),
  share: fc.nat(20),
  kind: fc.constantFrom('marks', 'missing', 'absent', 'to come'),
})

test('assessments: missing marks count 0 now and in full at best, absences 0, those to come at best only', () => {
  fc.assert(
    fc.property(fc.array(assessment, { minLength: 1, maxLength: 5 }), percent, (list, assessments) => {
      // All in parts of the common multiple of the totals, so that sums are whole numbers.
      const common = 232_792_560
      const parts = list.map(({ weightage, total_marks, share, kind }) => {
        const marks = Math.min(share, total_marks)
        const full = weightage * common
        const own = (full / total_marks) * marks
        const now = kind === 'to come' ? null : kind === 'marks' ? own : 0
        return { full, now, best: kind === 'marks' ? own : kind === 'absent' ? 0 : full, marks }
      })
      const sum = (of: (one: (typeof parts)[number]) => number) => parts.reduce((all, one) => all + BigInt(of(one)), 0n)
      const weights = (...kinds: (typeof list)[number]['kind'][]) =>
        list.reduce((all, { weightage, kind }) => all + (kinds.includes(kind) ? weightage * 100 : 0), 0)
      const facts = {
        department_id: 1,
        points: list.flatMap(({ weightage, total_marks, kind }, n) =>
          kind === 'marks'
            ? [{ total_marks: total_marks * 100, products: (parts[n]?.marks ?? 0) * 100 * weightage * 100 }]
            : [],
        ),
        out_of: weights('marks', 'missing', 'absent'),
        missing: weights('missing'),
        to_come: weights('to come'),
      }
      const { figure, highest, verdict } = only(judged({ assessments: [facts] }, college({ assessments })))
      const [now, held, best, all] = [
        sum((one) => one.now ?? 0),
        sum((one) => (one.now === null ? 0 : one.full)),
        sum((one) => one.best),
        sum((one) => one.full),
      ]
      const isBelow = (part: bigint, whole: bigint) => part * 100n < BigInt(assessments) * whole
      expect(verdict).toBe(
        isBelow(best, all) ? 'missed' : isBelow(now, held) ? 'reachable' : held === 0n ? 'open' : 'met',
      )
      expect(figure === null).toBe(held === 0n)
      for (const [told, part, whole] of [
        [figure, now, held],
        [highest, best, all],
      ] as const)
        if (told !== null) {
          expect(Math.abs(told - (Number(part) / Number(whole)) * 100)).toBeLessThan(0.1001)
          if (isBelow(part, whole)) expect(told).toBeLessThan(assessments)
        }
    }),
  )
})

test('tasks: due work counts, late work is still possible, work to come at best only', () => {
  const task = fc.constantFrom('handed in', 'possible', 'gone', 'later')
  fc.assert(
    fc.property(fc.array(task, { minLength: 1, maxLength: 20 }), percent, (list, tasks) => {
      const of = (word: string) => count(list, (one) => one === word)
      const due = list.length - of('later')
      const facts = {
        department_id: 1,
        due,
        handed_in: of('handed in'),
        possible: of('handed in') + of('possible'),
        later: of('later'),
      }
      const { figure, highest, verdict } = only(judged({ tasks: [facts] }, college({ tasks })))
      expect(figure).toBe(due === 0 ? null : plainShare(of('handed in'), due))
      expect(highest).toBe(plainShare(list.length - of('gone'), list.length))
      expect(verdict).toBe(plainVerdict(of('handed in'), due, list.length - of('gone'), list.length, tasks))
    }),
  )
})

test('the verdict on a student is that of the worst condition without an exemption', () => {
  const exemption = { id: 1, department: null, reason: 'x', granted_by: { id: 1, name: 'P' }, granted_at: '' }
  const standing = fc.record({
    verdict: fc.constantFrom('met', 'reachable', 'missed', 'open', 'nothing'),
    exemption: fc.constantFrom(null, exemption),
  })
  fc.assert(
    fc.property(fc.array(standing as fc.Arbitrary<ConditionStanding>, { maxLength: 6 }), (conditions) => {
      const words = conditions.flatMap(({ verdict, exemption: given }) =>
        verdict === 'nothing' ? [] : [(given ? 'exempt ' : '') + verdict],
      )
      const expected = words.includes('missed')
        ? 'not_eligible'
        : words.includes('reachable')
          ? 'at_risk'
          : words.length === 0
            ? 'unjudged'
            : words.includes('open')
              ? 'on_course'
              : words.includes('exempt missed') || words.includes('exempt reachable')
                ? 'exempted'
                : 'eligible'
      expect(verdictOn(conditions)).toBe(expected)
    }),
  )
})

const minima = fc.record(
  Object.fromEntries(CONDITIONS.map((one) => [one, fc.option(percent)])) as Record<string, fc.Arbitrary<number | null>>,
) as unknown as fc.Arbitrary<typeof OFF>
const placed = fc.record({
  batch: fc.constantFrom(null, BATCH, { id: 8, name: 'Batch 2024' }),
  department: fc.constantFrom(null, DEPARTMENT, { id: 2, name: 'Medicine' }),
  minima,
})

test('the minimum is that of the batch, else of the college, else 75 and 100; a department may only raise it', () => {
  const attendance = [{ department_id: 1, present: 50, total: 100, planned: 0 }]
  const logbook = [{ department_id: 1, required: 10, counted: 5, open: 0, is_over: false, is_near: true }]
  fc.assert(
    fc.property(
      fc.uniqueArray(placed, { selector: ({ batch, department }) => `${batch?.id} ${department?.id}` }),
      (places) => {
        const sets = places.map(
          ({ batch, department, minima: own }, n): HeldSet => ({ id: n + 1, batch, department, ...own }),
        )
        const { conditions } = judged({ attendance, logbook }, ...sets)
        for (const condition of ['attendance', 'logbook'] as const) {
          const of = (batch: number | undefined, department: number | undefined) =>
            sets.find((set) => set.batch?.id === batch && set.department?.id === department)
          const base = of(7, undefined) ?? of(undefined, undefined)
          const held = [
            base ? base[condition] : { attendance: 75, logbook: 100 }[condition],
            of(undefined, 1)?.[condition] ?? null,
            of(7, 1)?.[condition] ?? null,
          ].filter((one): one is number => one !== null)
          const standing = conditions.find((one) => one.condition === condition)
          expect(standing?.minimum).toBe(held.length === 0 ? undefined : Math.max(...held))
          const named = sets.find(({ id }) => id === standing?.rule.id)
          if (named) expect(named[condition]).toBe(standing?.minimum)
        }
      },
    ),
  )
})

test('an exemption is from one condition, in its department or in every one', () => {
  const attendance = [1, 2].map((department_id) => ({ department_id, present: 1, total: 10, planned: 0 }))
  const given = (department: Facts['exemptions'][number]['department']) => ({
    id: 9,
    student_id: 1,
    condition: 'attendance' as const,
    department,
    reason: 'Illness',
    granted_by: { id: 3, name: 'Principal' },
    granted_at: '2026-01-01T00:00:00.000Z',
  })
  expect(judged({ attendance }).verdict).toBe('not_eligible')
  expect(judged({ attendance, exemptions: [given(DEPARTMENT)] }).verdict).toBe('not_eligible')
  expect(judged({ attendance, exemptions: [given(null)] }).verdict).toBe('exempted')
  expect(judged({ attendance, exemptions: [{ ...given(null), condition: 'tasks' }] }).verdict).toBe('not_eligible')
})
