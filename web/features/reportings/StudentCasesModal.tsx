import { useQuery } from '@tanstack/react-query'
import type { StudentCase } from '../../../shared/contract/reportings.ts'
import { labelOf, REPORT_CATEGORIES } from '../../../shared/labels.ts'
import { formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { studentCasesQuery, studentQuery } from './api.ts'
import { studentText } from './rules.ts'

const COLUMNS: readonly Column<StudentCase>[] = [
  { header: 'Case #', cell: ({ case_number }) => case_number },
  { header: 'Category', cell: ({ category }) => labelOf(category) },
  { header: 'Filed By', cell: ({ is_own }) => (is_own ? 'The student' : 'Others') },
  { header: 'Reported', cell: ({ reported_at }) => formatInstant(reported_at) },
  { header: 'Resolved', cell: ({ resolved_at }) => (resolved_at ? formatInstant(resolved_at) : '—') },
]

/** Returns "3 reports: 2 Safety Concern, 1 Other". */
function summary(cases: readonly StudentCase[]): string {
  const counts = REPORT_CATEGORIES.map((category) => ({
    category,
    count: cases.filter((one) => one.category === category).length,
  }))
  const said = counts.filter(({ count }) => count > 0).map(({ category, count }) => `${count} ${labelOf(category)}`)
  const own = cases.filter(({ is_own }) => is_own).length
  const filed = own > 0 ? `, ${own} of them filed by the student` : ''
  return `${cases.length === 1 ? '1 report' : `${cases.length} reports`}: ${said.join(', ')}${filed}`
}

interface Props {
  studentId: number
  onClose: () => void
}

/** Shows the number, categories and days of the reports about a student, but not their content. */
export function StudentCasesModal({ studentId, onClose }: Props) {
  const cases = useQuery(studentCasesQuery(studentId))
  const student = useQuery(studentQuery(studentId))
  return (
    <Modal
      title="All Reports of the Student"
      thing={student.data ? studentText(student.data) : '\u00a0'}
      size="xl"
      onClose={onClose}
      footer={<CloseFooter onClose={onClose} />}
    >
      <Stack gap="md">
        <ListState
          query={cases}
          skeleton={<Skeleton height={200} />}
          isEmpty={(found) => found.length === 0}
          empty={<Prompt title="No reports found" />}
        >
          {(found) => (
            <>
              <Text>{summary(found)}</Text>
              <DataTable
                caption="All Reports of the Student"
                columns={COLUMNS}
                rows={found}
                rowKey={({ case_number }) => case_number}
              />
            </>
          )}
        </ListState>
      </Stack>
    </Modal>
  )
}
