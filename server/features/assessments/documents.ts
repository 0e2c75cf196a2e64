import type { Assessment } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { counted, labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { criteriaColumns, criteriaParts } from './criteria-documents.ts'
import type { ResultLine } from './figures.reads.ts'
import { ABSENT, summaryOf } from './figures.rules.ts'

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
/** Prints a figure, which may be missing. */
export const optionalText = (value: number | null) => (value === null ? '—' : decimalText(value))

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
      ...(kind === 'full'
        ? [{ heading: 'Summary', facts: figureFacts(assessment, lines) }, ...criteriaParts(assessment, lines)]
        : []),
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
  const columns = [...columnsOf(kind, assessment), ...(kind === 'full' ? criteriaColumns(assessment) : [])]
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
