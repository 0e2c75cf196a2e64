import { useMemo } from 'react'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { ELIGIBILITY_WORDS, wordOf } from '../../../shared/labels.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { chanceText, conditionName, isBelow, percentText } from './rules.ts'

const lackText = (one: ConditionStanding) =>
  `${conditionName(one)}: ${percentText(one.figure)} of ${one.minimum}%, ${chanceText(one)}`

function Lacks({ row }: { row: EligibilityRow }) {
  const below = row.conditions.filter(isBelow)
  if (below.length === 0) return row.conditions.length === 0 ? 'Nothing is asked yet' : '—'
  return (
    <div>
      {below.map((one) => (
        <RowText key={conditionName(one)} kind="detail" own>
          {lackText(one)}
          {one.exemption && ` (exempted by ${one.exemption.granted_by.name}: ${one.exemption.reason})`}
        </RowText>
      ))}
    </div>
  )
}

const nameId = ({ student_id }: EligibilityRow) => `student-${student_id}`

interface Props {
  rows: readonly EligibilityRow[]
  loading?: boolean
  onShow: (id: number) => void
}

/** Lists the students of a batch with what each lacks. */
export function EligibilityTable({ rows, loading, onShow }: Props) {
  const columns = useMemo(
    (): Column<EligibilityRow>[] => [
      {
        header: 'Student',
        cell: (row) => (
          <div id={nameId(row)}>
            <StudentName student={{ id: row.student_id, name: row.name }} />
            <RowText kind="detail">{row.roll_no}</RowText>
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
    [onShow],
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
