import { type GroupTotal, WEIGHTED_RULE } from '../../../shared/contract/assessment-figures.ts'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS, PER_PAGE_MAX } from '../../../shared/limits.ts'
import { studentSees } from '../../../shared/policies/assessments.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { invalid } from '../../core/errors.ts'
import { dayText, signatureLines } from '../../documents/pdf/maker.ts'
import type { StudentPaper } from '../../documents/pdf/paper.ts'
import type { PdfPart } from '../../documents/pdf/report.ts'
import { optionalText } from './documents.ts'
import { listTotalsOfStudent } from './figures.reads.ts'
import { ABSENT } from './figures.rules.ts'
import { listAllResults } from './results.reads.ts'

function marksText({ marks, status, assessment }: AssessmentResult): string {
  if (marks === null) return status === 'absent' ? ABSENT : 'No marks'
  return `${decimalText(marks)} of ${decimalText(assessment.total_marks ?? DEFAULT_TOTAL_MARKS)}`
}

function passedText({ marks, assessment: { passing_marks } }: AssessmentResult): string {
  if (marks === null || passing_marks === null) return '—'
  return marks >= passing_marks ? 'Passed' : 'Not passed'
}

const resultsPart = (heading: string, results: readonly AssessmentResult[]): PdfPart => ({
  heading,
  table: {
    columns: [
      { label: 'Assessment', share: 0.36 },
      { label: 'Type', share: 0.12 },
      { label: 'Marks', share: 0.15, toRight: true },
      { label: 'Passing Marks', share: 0.14, toRight: true },
      { label: 'Weightage', share: 0.11, toRight: true },
      { label: 'Result', share: 0.12 },
    ],
    rows: results.map((result) => [
      result.assessment.name,
      labelOf(result.assessment.type),
      marksText(result),
      optionalText(result.assessment.passing_marks),
      optionalText(result.assessment.weightage),
      passedText(result),
    ]),
    empty: '',
  },
})

const totalsPart = (totals: readonly GroupTotal[]): PdfPart => ({
  heading: 'Weighted Totals',
  table: {
    columns: [
      { label: 'Group', share: 0.32 },
      { label: 'Department', share: 0.32 },
      { label: 'Weighted Total', share: 0.22, toRight: true },
      { label: 'Percent', share: 0.14, toRight: true },
    ],
    rows: totals.map(({ group, points, out_of, percent }) => [
      group.name,
      group.department.name,
      `${decimalText(points)} of ${decimalText(out_of)}`,
      percent === null ? '—' : `${decimalText(percent)}%`,
    ]),
    empty: 'No assessment with a weightage has been evaluated',
  },
  notes: [WEIGHTED_RULE],
})

const NOTHING = 'This student has been shown no result yet, so there is nothing to state'

/** States a student's results in each department, those alone that the student is shown too, and the weighted totals. */
export const resultsPaper: StudentPaper = {
  kind: 'results',
  make: async (db, caller, { id, name, roll_no }, maker) => {
    const { college, timezone } = maker
    const [results, totals] = await Promise.all([
      listAllResults(db, caller, { student_id: id }),
      listTotalsOfStudent(db, caller, id, { page: 1, perPage: PER_PAGE_MAX }),
    ])
    const shown = results.filter(({ assessment }) => allows(studentSees.result, assessment.status))
    if (shown.length === 0) throw invalid({ kind: [NOTHING] })
    const byDepartment = [...Map.groupBy(shown, ({ assessment }) => assessment.department.name)]
    const parts = byDepartment
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([department, theirs]) => resultsPart(department, theirs))
    return {
      college,
      title: 'Statement of Results',
      date: dayText(timezone),
      facts: [
        ['Student Name', name],
        ['Roll Number', roll_no ?? '—'],
      ],
      foot: [roll_no, name].filter(Boolean).join(' · '),
      parts: [
        ...parts,
        totalsPart(totals.data),
        { signatures: signatureLines(maker, 'Head of department', 'Principal, with date and stamp'), isWhole: true },
      ],
    }
  },
}
