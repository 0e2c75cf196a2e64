import { useMemo } from 'react'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { ELIGIBILITY_WORDS, wordOf } from '../../../shared/labels.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { conditionName, percentText, worstFirst } from './rules.ts'

const lackText = (one: ConditionStanding) =>
  `${conditionName(one)}: ${percentText(one.figure)} of ${one.minimum}%, at most ${one.highest}%`

/** The lines of a row; the dialog has all. */
const LINES = 4

function Lacks({ row }: { row: EligibilityRow }) {
  const below = worstFirst(row)
  if (below.length === 0) return row.conditions.length === 0 ? 'Nothing is asked here' : '—'
  return (
    <div>
      {below.slice(0, LINES).map((one) => (
        <RowText key={conditionName(one)} kind="detail">
          {lackText(one)}
          {one.exemption && ` (exempted by ${one.exemption.granted_by.name}: ${one.exemption.reason})`}
        </RowText>
      ))}
      {below.length > LINES && <RowText kind="detail">and {below.length - LINES} more</RowText>}
    </div>
  )
}

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
            <RowText kind="detail">{[row.roll_no, ofAllBatches && row.batch.name].filter(Boolean).join(' · ')}</RowText>
          </div>
        ),
      },
      {
        header: 'Verdict',
        cell: ({ verdict }) => <StatusBadge status={verdict} label={wordOf(ELIGIBILITY_WORDS, verdict)} />,
      },
      { header: 'Below the minimum', cell: (row) => <Lacks row={row} /> },
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
