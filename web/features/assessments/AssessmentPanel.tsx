import type { Assessment } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { CriteriaList } from '../../parts/CriteriaList.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const decimal = (value: number | null) => (value === null ? null : decimalText(value))

/** Shows all fields of an assessment. */
export function AssessmentPanel({ assessment }: { assessment: Assessment }) {
  const { marked_count: marked, absent_count: absent, total_marks: total, criteria } = assessment
  return (
    <Facts
      facts={[
        ['Name', assessment.name, 'wide'],
        ['Department', assessment.department.name],
        ['Batch', assessment.batch.name],
        ['Group', assessment.group.name],
        ['Type', labelOf(assessment.type)],
        ['Year', assessment.year],
        ['Total Marks', total === null ? `Not given: ${DEFAULT_TOTAL_MARKS}` : decimalText(total)],
        ['Passing Marks', decimal(assessment.passing_marks)],
        ['Weightage', decimal(assessment.weightage)],
        ['Status', <StatusBadge key="status" status={assessment.status} />],
        ...(marked === null ? [] : [['Results', `${marked} with marks${absent ? `, ${absent} absent` : ''}`] as const]),
        ['Detail', assessment.detail, 'wide'],
        ...(criteria ? [['Criteria', <CriteriaList key="criteria" criteria={criteria} />, 'wide'] as const] : []),
      ]}
    />
  )
}
