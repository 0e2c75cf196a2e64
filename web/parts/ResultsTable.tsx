import type { AssessmentResult } from '../../shared/contract/assessment-results.ts'
import { decimalText } from '../../shared/decimals.ts'
import { labelOf } from '../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../shared/limits.ts'
import { formatDate } from '../core/formats.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Group, Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Tag } from '../ui/Tag.tsx'
import { CriteriaDetails } from './CriteriaList.tsx'

/** Shows if the marks reach the passing marks, when there are both. */
function Passed({ result: { marks, assessment } }: { result: AssessmentResult }) {
  if (marks === null || assessment.passing_marks === null) return '—'
  return marks >= assessment.passing_marks ? (
    <StatusBadge status="passed" />
  ) : (
    <StatusBadge status="failed" label="Not passed" />
  )
}

/** The columns of a result; the first is its name. */
export const RESULT_COLUMNS: readonly Column<AssessmentResult>[] = [
  {
    header: 'Assessment',
    cell: ({ assessment, criteria_marks }) => (
      <>
        <Group gap="4px 8px">
          <Text fw={600}>
            <bdi>{assessment.name}</bdi>
          </Text>
          <Tag word={labelOf(assessment.type)} />
        </Group>
        <CriteriaDetails criteria={assessment.criteria} marks={criteria_marks} />
      </>
    ),
  },
  {
    header: 'Marks',
    end: true,
    cell: ({ marks, status, assessment }) =>
      marks === null ? (
        noMarks(status)
      ) : (
        <Text component="span" inherit style={{ whiteSpace: 'nowrap' }}>
          {decimalText(marks)} of {decimalText(assessment.total_marks ?? DEFAULT_TOTAL_MARKS)}
        </Text>
      ),
  },
  { header: 'Passing Marks', end: true, cell: ({ assessment }) => decimal(assessment.passing_marks) },
  { header: 'Weightage', end: true, cell: ({ assessment }) => decimal(assessment.weightage) },
  { header: 'Result', cell: (result) => <Passed result={result} /> },
  { header: 'Remarks', cell: ({ remarks }) => <bdi>{remarks ?? '—'}</bdi> },
  { header: 'Last Changed', cell: ({ updated_at }) => formatDate(updated_at) },
]

const noMarks = (status: AssessmentResult['status']) => (status === 'absent' ? labelOf(status) : 'No marks')

function decimal(value: number | null): string {
  return value === null ? '—' : decimalText(value)
}

const resultKey = ({ id }: AssessmentResult) => id

/** Lists a student's results. */
export const ResultsTable = ({ caption, results }: { caption: string; results: readonly AssessmentResult[] }) => (
  <DataTable caption={caption} columns={RESULT_COLUMNS} rows={results} rowKey={resultKey} />
)
