import { useMemo } from 'react'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { dotted } from '../../ui/texts.ts'
import { VerdictRow } from './VerdictRow.tsx'

const nameId = ({ student_id }: EligibilityRow) => `student-${student_id}`

interface Props {
  rows: readonly EligibilityRow[]
  loading?: boolean
  /** True when rows are of several batches, which are named then. */
  ofAllBatches?: boolean
  onShow: (id: number) => void
}

/** Lists students with what each lacks. */
export function EligibilityTable({ rows, loading, ofAllBatches, onShow }: Props) {
  const columns = useMemo(
    (): Column<EligibilityRow>[] => [
      {
        header: 'Student',
        cell: (row) => (
          <div id={nameId(row)}>
            <StudentName student={{ id: row.student_id, name: row.name }} />
            <RowText kind="detail">{dotted([row.roll_no, ofAllBatches && row.batch.name])}</RowText>
          </div>
        ),
      },
      { header: 'Verdict', wide: true, cell: (row) => <VerdictRow row={row} /> },
      actionsColumn((row) => (
        <RowButton of={nameId(row)} onClick={() => onShow(row.student_id)}>
          Show conditions
        </RowButton>
      )),
    ],
    [onShow, ofAllBatches],
  )
  return (
    <DataTable
      caption="Students"
      columns={columns}
      rows={rows}
      rowKey={({ student_id }) => student_id}
      {...(loading && { loading })}
    />
  )
}
