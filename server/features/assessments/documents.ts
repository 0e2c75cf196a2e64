import { WEIGHTED_RULE, type WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import type { Group } from '../../../shared/contract/groups.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { counted, labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import type { ResultLine } from './figures.reads.ts'
import { summaryOf } from './figures.rules.ts'

/**
 * A kind of sheet: for the notice board, with its students known by the roll number alone, or in full, for the staff.
 */
export type SheetKind = 'notice' | 'full'

interface Column {
  label: string
  share: number
  toRight?: boolean
  /** A number is written with two decimals where it is printed. */
  cell: (line: ResultLine) => string | number | null
}

const ABSENT = labelOf('absent')
const marksOf = ({ marks, status }: ResultLine) => (status === 'absent' ? ABSENT : marks)

const outcomeOf = ({ passing_marks }: Assessment, { marks }: ResultLine) =>
  marks === null || passing_marks === null ? '' : marks >= passing_marks ? 'Pass' : 'Fail'

const columnsOf = (kind: SheetKind, assessment: Assessment): Column[] => {
  const rollNumber: Column = {
    label: 'Roll Number',
    share: kind === 'notice' ? 0.6 : 0.17,
    cell: (line) => line.roll_no,
  }
  const marks: Column = {
    label: 'Marks',
    share: kind === 'notice' ? 0.4 : 0.11,
    toRight: true,
    cell: marksOf,
  }
  if (kind === 'notice') return [rollNumber, marks]
  return [
    { label: 'Student Name', share: 0.3, cell: (line) => line.name },
    rollNumber,
    marks,
    { label: 'Result', share: 0.12, cell: (line) => outcomeOf(assessment, line) },
    { label: 'Remarks', share: 0.3, cell: (line) => line.remarks },
  ]
}

const linesOf = (kind: SheetKind, lines: readonly ResultLine[]) =>
  kind === 'notice' ? lines.filter((line) => line.roll_no !== null) : lines

const printed = (cell: string | number | null) => (typeof cell === 'number' ? decimalText(cell) : (cell ?? '—'))
const optionalText = (value: number | null) => (value === null ? '—' : decimalText(value))

const resultFacts = ({ department, batch, group, name, type, total_marks, passing_marks }: Assessment) =>
  [
    ['Department', department.name],
    ['Batch', batch.name],
    ['Group', group.name],
    ['Assessment', name],
    ['Type', labelOf(type)],
    ['Total Marks', decimalText(total_marks ?? DEFAULT_TOTAL_MARKS)],
    ['Passing Marks', optionalText(passing_marks)],
  ] as const

/** Students without a roll number can't stand on a sheet without names: it says how many they are. */
function notesOf(kind: SheetKind, lines: readonly ResultLine[]): string[] {
  const without = lines.length - linesOf(kind, lines).length
  return without === 0 ? [] : [`${counted(without, 'student')} without a roll number: not listed`]
}

function figureFacts(assessment: Assessment, lines: readonly ResultLine[]) {
  const { students, marked, absent, mean, median, pass_rate } = summaryOf(assessment, {
    students: lines.length,
    absent: lines.filter(({ status }) => status === 'absent').length,
    marks: lines.flatMap(({ marks }) => marks ?? []),
  })
  return [
    ['Students', String(students)],
    ['With marks', String(marked)],
    ['Absent', String(absent)],
    ['Mean', optionalText(mean)],
    ['Median', optionalText(median)],
    ['Pass rate', pass_rate === null ? '—' : `${decimalText(pass_rate)}%`],
  ] as const
}

/** The result sheet of an assessment as it is printed. */
export function resultDocument(
  kind: SheetKind,
  assessment: Assessment,
  lines: readonly ResultLine[],
  { college, timezone }: Maker,
): PdfReport {
  const columns = columnsOf(kind, assessment)
  const rows = linesOf(kind, lines).map((line) => columns.map(({ cell }) => printed(cell(line))))
  return {
    college,
    title: 'Assessment Results',
    date: dayText(timezone),
    facts: resultFacts(assessment),
    parts: [
      // Another process draws it: what goes there holds no functions.
      {
        table: { columns: columns.map(({ cell: _, ...column }) => column), rows, empty: 'No students found' },
        notes: notesOf(kind, lines),
      },
      ...(kind === 'full' ? [{ heading: 'Summary', facts: figureFacts(assessment, lines) }] : []),
    ],
  }
}

/** Returns the results for a spreadsheet, with the facts about them on a second sheet. */
export function resultSheet(
  kind: SheetKind,
  assessment: Assessment,
  lines: readonly ResultLine[],
  { college, timezone }: Maker,
) {
  const columns = columnsOf(kind, assessment)
  return {
    title: 'Results',
    columns: columns.map(({ label }) => label),
    rows: linesOf(kind, lines).map((line) => columns.map(({ cell }) => cell(line) ?? '')),
    second: {
      name: 'About',
      rows: [
        ['College', college],
        ...resultFacts(assessment),
        ['Date', dayText(timezone)],
        ...(kind === 'full' ? figureFacts(assessment, lines) : []),
        ...notesOf(kind, lines).map((note) => ['Note', note]),
      ],
    },
  }
}

const totalFacts = ({ department, batch, name }: Group) =>
  [
    ['Department', department.name],
    ['Batch', batch.name],
    ['Group', name],
  ] as const

/** The assessments that were counted, the same for every student: what each is out of. */
const countedRows = (totals: readonly WeightedTotal[]) =>
  (totals[0]?.rows ?? []).map(({ assessment, total_marks, weightage }) => [
    assessment.name,
    labelOf(assessment.type),
    decimalText(total_marks),
    decimalText(weightage),
  ])

/** The weighted totals of a group as they are printed, with what was counted and how. */
export const totalsDocument = (
  group: Group,
  totals: readonly WeightedTotal[],
  { college, timezone }: Maker,
): PdfReport => ({
  college,
  title: 'Weighted Totals',
  date: dayText(timezone),
  facts: totalFacts(group),
  parts: [
    {
      table: {
        columns: [
          { label: 'Student Name', share: 0.27 },
          { label: 'Roll Number', share: 0.17 },
          { label: 'Weighted Total', share: 0.15, toRight: true },
          { label: 'Out Of', share: 0.1, toRight: true },
          { label: 'Percent', share: 0.1, toRight: true },
          { label: 'Without Marks', share: 0.13, toRight: true },
          { label: 'Absent', share: 0.08, toRight: true },
        ],
        rows: totals.map(({ student, points, out_of, percent, missing, absent }) => [
          student.name,
          student.roll_no ?? '—',
          decimalText(points),
          decimalText(out_of),
          optionalText(percent),
          String(missing),
          String(absent),
        ]),
        empty: 'No students found',
      },
    },
    {
      heading: 'What was counted',
      table: {
        columns: [
          { label: 'Assessment', share: 0.5 },
          { label: 'Type', share: 0.18 },
          { label: 'Total Marks', share: 0.16, toRight: true },
          { label: 'Weightage', share: 0.16, toRight: true },
        ],
        rows: countedRows(totals),
        empty: 'No assessment with a weightage has been evaluated',
      },
      notes: [WEIGHTED_RULE],
    },
  ],
})

/** Returns the totals for a spreadsheet: the marks of each assessment in a column of its own. */
export const totalsSheet = (group: Group, totals: readonly WeightedTotal[], { college, timezone }: Maker) => ({
  title: 'Weighted Totals',
  columns: [
    'Student Name',
    'Roll Number',
    'Weighted Total',
    'Out Of',
    'Percent',
    'Without Marks',
    'Absent',
    ...(totals[0]?.rows ?? []).map(({ assessment }) => assessment.name),
  ],
  rows: totals.map(({ student, points, out_of, percent, missing, absent, rows }) => [
    student.name,
    student.roll_no ?? '',
    points,
    out_of,
    percent,
    missing,
    absent,
    ...rows.map(({ marks, is_absent }) => (is_absent ? ABSENT : marks)),
  ]),
  second: {
    name: 'About',
    rows: [
      ['College', college],
      ...totalFacts(group),
      ['Date', dayText(timezone)],
      ['Counted', WEIGHTED_RULE],
      ...countedRows(totals).map(([name = '', type, total, weightage]) => [
        name,
        `${type}, total marks ${total}, weightage ${weightage}`,
      ]),
    ],
  },
})
