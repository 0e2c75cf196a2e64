import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { labelOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { guardianLetter } from '../../documents/pdf/letters.ts'
import type { Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { countText } from './documents.ts'
import type { KnownDay } from './letters.reads.ts'

const COLUMNS = [
  { label: 'Department', share: 0.21 },
  { label: 'Condition', share: 0.13 },
  { label: 'Reached', share: 0.19, toRight: true },
  { label: 'Share', share: 0.08, toRight: true },
  { label: 'Required', share: 0.1, toRight: true },
  { label: 'What can still be done', share: 0.29 },
]

const TEXTS = {
  at_risk: {
    title: 'Warning: below what the examination requires',
    opening: (name: string) =>
      `We write to you in good time: ${name} stands below what the college requires of those who sit the examination, and can still reach it. These are the figures as of the date of this letter:`,
  },
  not_eligible: {
    title: 'Out of reach of what the examination requires',
    opening: (name: string) =>
      `We regret to inform you that ${name} can no longer reach everything that the college requires of those who sit the examination. The table says what is out of reach, and what can still be reached, as of the date of this letter:`,
  },
}

const NOTE =
  'At most: what can still be reached, if no planned session is missed and all that is to come is done in full.'

/** The most letters of a department's name: with the longest ones a single row would take half a page. */
const NAME_SHOWN = 80

const shortened = (name: string) => {
  const letters = Array.from(name)
  return letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN).join('').trimEnd()}…` : name
}

/** True for a student who gets a letter. */
export const isWrittenAbout = ({ verdict }: Pick<EligibilityRow, 'verdict'>): boolean => verdict in TEXTS

/** Returns what is below and has no exemption, out of reach first: what finds no room on the page is the least urgent. */
const listed = ({ conditions }: EligibilityRow) => {
  const below = conditions.filter(({ exemption }) => exemption === null)
  return (['missed', 'reachable'] as const).flatMap((word) => below.filter(({ verdict }) => verdict === word))
}

/** Says of attendance how many sessions may be missed: "1 of 25 planned sessions may be missed, the last on 2 Mar 2026". */
function sessionsText({ planned, may_miss }: ConditionStanding, day: string | undefined): string {
  if (!planned || may_miss === null) return 'no session is planned'
  const last = day ? `, the last on ${writtenDay(day)}` : ''
  return may_miss < 0
    ? `even if none of ${planned} planned sessions is missed${last}`
    : `${may_miss} of ${planned} planned sessions may be missed${last}`
}

/** Says what can still be done for a condition, and until which day. */
function chanceText(one: ConditionStanding, day: string | undefined): string {
  const chance = `${one.verdict === 'missed' ? 'Out of reach' : 'Within reach'}: at most ${one.highest}%`
  if (one.condition === 'attendance') return `${chance}; ${sessionsText(one, day)}`
  return day ? `${chance}; next last day ${writtenDay(day)}` : chance
}

/** Makes a letter of one page about each student who is at risk or not eligible, in the order of the list. */
export function lettersOf(rows: readonly EligibilityRow[], days: readonly KnownDay[], maker: Maker): PdfReport[] {
  const keyOf = (student: number, department: number, condition: string) => `${student} ${department} ${condition}`
  const dayOf = new Map(days.map((one) => [keyOf(one.student_id, one.department_id, one.condition), one.day]))
  return rows.flatMap((row) => {
    if (row.verdict !== 'at_risk' && row.verdict !== 'not_eligible') return []
    const { title, opening } = TEXTS[row.verdict]
    return [
      guardianLetter(maker, {
        title,
        student: row,
        opening: opening(row.name),
        table: {
          columns: COLUMNS,
          rows: listed(row).map((one) => [
            shortened(one.department.name),
            labelOf(one.condition),
            countText(one),
            one.figure === null ? '—' : `${one.figure}%`,
            `${one.minimum}%`,
            chanceText(one, dayOf.get(keyOf(row.student_id, one.department.id, one.condition))),
          ]),
          empty: '',
          onOnePage: 'conditions',
        },
        notes: [NOTE],
        request:
          'We kindly ask the student to speak with the departments named above as soon as possible, to learn what is missing and what can still be done.',
        signer: 'Head of department or principal',
      }),
    ]
  })
}
