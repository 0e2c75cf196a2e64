import type { WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import classes from './SummaryPanel.module.css'

type Row = WeightedTotal['rows'][number]

const COLUMNS: readonly Column<Row>[] = [
  { header: 'Assessment', cell: ({ assessment }) => <bdi>{assessment.name}</bdi> },
  { header: 'Type', cell: ({ assessment }) => labelOf(assessment.type) },
  {
    header: 'Marks',
    end: true,
    cell: ({ marks, is_absent, total_marks }) => {
      if (marks !== null) return `${decimalText(marks)} of ${decimalText(total_marks)}`
      return is_absent ? 'Absent: 0' : 'No marks: 0'
    },
  },
  { header: 'Weightage', end: true, cell: ({ weightage }) => decimalText(weightage) },
  { header: 'Adds', end: true, cell: ({ points }) => decimalText(points) },
]

const rowKey = ({ assessment }: Row) => assessment.id

interface Props {
  total: WeightedTotal
  rule: string
  onClose: () => void
}

/** Shows the rows of a student's weighted total, and the rule. */
export function CountedModal({ total: { student, rows, points, out_of }, rule, onClose }: Props) {
  return (
    <Modal
      title="How is this counted?"
      thing={
        <>
          {student.roll_no} <PersonName name={student.name} />
        </>
      }
      onClose={onClose}
      footer={<CloseFooter onClose={onClose} />}
    >
      <Stack gap="md">
        <Text size="sm" className={classes.rule}>
          {rule}
        </Text>
        <DataTable caption="What the total is made of" columns={COLUMNS} rows={rows} rowKey={rowKey} />
        <Text fw={600}>
          Weighted total: {decimalText(points)} of {decimalText(out_of)}
        </Text>
      </Stack>
    </Modal>
  )
}
