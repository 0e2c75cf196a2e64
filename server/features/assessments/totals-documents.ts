import { WEIGHTED_RULE, type WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import type { Group } from '../../../shared/contract/groups.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { optionalText } from './documents.ts'
import { ABSENT } from './figures.rules.ts'

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
