import type { Assessment } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import type { PdfPart } from '../../documents/pdf/report.ts'
import type { ResultLine } from './figures.reads.ts'

/** The criteria that stand side by side on paper: more would leave no room for their marks. */
const BESIDE = 10

/** Returns the columns of the criteria for a spreadsheet, each with its marks. */
export const criteriaColumns = ({ criteria }: Assessment) =>
  (criteria ?? []).map(({ name, marks }, index) => ({
    label: `${index + 1}. ${name} (${decimalText(marks)})`,
    cell: (line: ResultLine) => line.criteria_marks?.[index] ?? '',
  }))

/** Returns the parts of a printed sheet with the marks for criteria, by number, and what the numbers stand for. */
export function criteriaParts({ criteria }: Assessment, lines: readonly ResultLine[]): PdfPart[] {
  if (criteria === null) return []
  const marked = lines.filter(({ criteria_marks }) => criteria_marks !== null)
  const firsts = criteria.flatMap((_, index) => (index % BESIDE === 0 ? [index] : []))
  const tables = firsts.map((first): PdfPart => {
    const beside = criteria.slice(first, first + BESIDE)
    return {
      heading: `Criteria ${first + 1} to ${first + beside.length}`,
      table: {
        columns: [
          { label: 'Student Name', share: 0.28 },
          ...beside.map((_, index) => ({ label: `${first + index + 1}`, share: 0.072, toRight: true })),
        ],
        rows: marked.map(({ name, criteria_marks }) => [
          name,
          ...beside.map((_, index) => {
            const given = criteria_marks?.[first + index]
            return given == null ? '—' : decimalText(given)
          }),
        ]),
        empty: 'No student has marks for the criteria',
      },
    }
  })
  const legend = {
    heading: 'Criteria',
    table: {
      columns: [
        { label: 'No.', share: 0.1 },
        { label: 'Criterion', share: 0.74 },
        { label: 'Marks', share: 0.16, toRight: true },
      ],
      rows: criteria.map(({ name, marks }, index) => [String(index + 1), name, decimalText(marks)]),
      empty: '',
    },
  }
  return marked.length === 0 ? [legend] : [legend, ...tables]
}
