import type { ConditionStanding, EligibilityRow, VerdictCounts } from '../../../shared/contract/eligibility.ts'
import { CONDITION_UNITS, CONDITION_VERDICT_WORDS, ELIGIBILITY_WORDS, labelOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { countVerdicts } from './rules.ts'

export const isBelow = ({ verdict }: ConditionStanding) => verdict === 'reachable' || verdict === 'missed'
export const percentText = (figure: number | null) => (figure === null ? '—' : `${figure}%`)

/** Says what a figure is of: "44 of 59 sessions". */
export const countText = ({ condition, reached, of }: ConditionStanding) =>
  `${reached} of ${of} ${CONDITION_UNITS[condition]}`

/** Says who has exempted, and why, to readers who are told it. */
const exemptionText = ({ exemption }: ConditionStanding) => {
  if (exemption === null) return ''
  return exemption.reason === null ? '; exempted' : `; exempted by ${exemption.granted_by.name}: ${exemption.reason}`
}

/** Returns what a student lacks, in a line each. */
const lacks = (row: EligibilityRow) =>
  row.conditions.filter(isBelow).map((one) => {
    return `${one.department.name}, ${labelOf(one.condition).toLowerCase()}: ${percentText(one.figure)} of ${one.minimum}%, at most ${one.highest}%${exemptionText(one)}`
  })

export interface Chosen {
  batch: string
  department: string | undefined
  condition: string | undefined
  verdict: EligibilityRow['verdict'] | undefined
  /** The former day on which it judges. */
  day?: string | undefined
}

const factsOf = ({ batch, department, condition, verdict, day }: Chosen) =>
  [
    ['Batch', batch],
    ['Department', department ?? 'All departments'],
    ...(condition ? [['Condition', labelOf(condition)] as const] : []),
    ...(day ? [['As of', writtenDay(day)] as const] : []),
    ...(verdict ? [['Only', ELIGIBILITY_WORDS[verdict]] as const] : []),
  ] as const

export const totals = (counts: VerdictCounts) =>
  Object.entries(counts).map(
    ([verdict, count]) => [ELIGIBILITY_WORDS[verdict as EligibilityRow['verdict']], String(count)] as const,
  )

export const NOTES = [
  'Attendance: present only, of completed sessions. Logbook: signed and counted, of what is required. Assessments: the weighted total. Tasks: handed in, of those due.',
  'At most: what can still be reached, if no planned session is missed and all that is to come is done in full.',
]

export const eligibilityDocument = (
  rows: readonly EligibilityRow[],
  chosen: Chosen,
  { college, timezone }: Maker,
): PdfReport => ({
  college,
  title: 'Eligibility',
  date: dayText(timezone),
  facts: factsOf(chosen),
  parts: [
    {
      table: {
        columns: [
          { label: 'Student Name', share: 0.25 },
          { label: 'Roll Number', share: 0.15 },
          { label: 'Verdict', share: 0.14 },
          { label: 'Below the minimum', share: 0.46 },
        ],
        rows: rows.map((row) => [row.name, row.roll_no ?? '', ELIGIBILITY_WORDS[row.verdict], lacks(row).join('; ')]),
        empty: 'No students found',
        keepsRows: true,
      },
    },
    { heading: 'Total', facts: totals(countVerdicts(rows)), notes: NOTES },
  ],
})

/** A row for each condition of a student; one of whom nothing is asked has a row of their own. */
export const SHEET_COLUMNS = [
  'Student Name',
  'Roll Number',
  'Verdict',
  'Department',
  'Condition',
  'Reached',
  'Of',
  'Figure %',
  'Minimum %',
  'Highest Reachable %',
  'Sessions Planned',
  'May Miss',
  'Standing',
  'Exempted By',
  'Exemption Reason',
] as const

const conditionCells = (one: ConditionStanding) => [
  one.department.name,
  labelOf(one.condition),
  one.verdict === 'nothing' ? null : one.reached,
  one.verdict === 'nothing' ? null : one.of,
  one.figure,
  one.minimum,
  one.highest,
  one.planned,
  one.may_miss,
  CONDITION_VERDICT_WORDS[one.verdict],
  one.exemption?.granted_by.name ?? '',
  one.exemption?.reason ?? '',
]

export const sheetRows = (rows: readonly Omit<EligibilityRow, 'batch'>[]) =>
  rows.flatMap((row) => {
    const who = [row.name, row.roll_no ?? '', ELIGIBILITY_WORDS[row.verdict]]
    const none = new Array<string>(SHEET_COLUMNS.length - who.length).fill('')
    return row.conditions.length === 0
      ? [[...who, ...none]]
      : row.conditions.map((one) => [...who, ...conditionCells(one)])
  })

/** Returns the facts about the list, for a spreadsheet's second sheet. */
export const listAbout = (rows: readonly EligibilityRow[], chosen: Chosen, { college, timezone }: Maker) => [
  ['College', college],
  ...factsOf(chosen),
  ['Date', dayText(timezone)],
  ...totals(countVerdicts(rows)),
  ...NOTES.map((note) => ['Counted', note]),
]
