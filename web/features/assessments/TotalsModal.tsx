import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { WEIGHTED_RULE, type WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { foundIn } from '../../../shared/folding.ts'
import { fileWords } from '../../core/downloads.ts'
import { ListState } from '../../layout/ListState.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { DOT } from '../../ui/texts.ts'
import { groupQuery } from '../groups/api.ts'
import { CountedModal } from './CountedModal.tsx'
import { exportTotals, totalsQuery } from './figures.api.ts'

interface Props {
  groupId: number
  onClose: () => void
}

const nameId = ({ student }: WeightedTotal) => `total-${student.id}`

const columnsFor = (onCounted: (total: WeightedTotal) => void): readonly Column<WeightedTotal>[] => [
  {
    header: 'Student Name',
    cell: (total) => (
      <span id={nameId(total)}>
        <StudentName student={total.student} />
      </span>
    ),
  },
  { header: 'Roll Number', whole: true, cell: ({ student }) => student.roll_no ?? '—' },
  {
    header: 'Weighted Total',
    end: true,
    whole: true,
    cell: ({ points, out_of, percent }) => (
      <>
        {decimalText(points)} of {decimalText(out_of)}
        {percent !== null && ` (${decimalText(percent)}%)`}
      </>
    ),
  },
  { header: 'Without Marks', end: true, cell: ({ missing }) => missing },
  { header: 'Absent', end: true, cell: ({ absent }) => absent },
  actionsColumn((total) => (
    <Button size="sm" variant="default" aria-describedby={nameId(total)} onClick={() => onCounted(total)}>
      How is this counted?
    </Button>
  )),
]

const totalKey = ({ student }: WeightedTotal) => student.id

/** A list of so many lines gets a search; a shorter one is all in sight. */
const SEARCHED_FROM = 12

/** Lists the weighted totals of a group's students, each with its rows. */
export function TotalsModal({ groupId, onClose }: Props) {
  const [counted, setCounted] = useState<WeightedTotal>()
  const [day, setDay] = useState('')
  const group = useQuery(groupQuery(groupId))
  const query = useQuery(totalsQuery(groupId, day || undefined))
  return (
    <>
      <Modal
        title="Weighted Totals"
        // Keeps the line, so that nothing moves when the text arrives.
        thing={
          group.data ? `${group.data.name}${DOT}${group.data.batch.name}${DOT}${group.data.department.name}` : '\u00a0'
        }
        size="xl"
        onClose={onClose}
        footer={<CloseFooter onClose={onClose} />}
      >
        <Stack gap="md">
          <TextInput
            label="Members of the day"
            description="Empty: the present ones"
            type="date"
            max={collegeToday()}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <ListState
            query={query}
            skeleton={<Skeleton height={240} role="status" aria-label="Loading" />}
            isEmpty={(totals) => totals.every(({ rows }) => rows.length === 0)}
            empty={
              <Prompt
                title="No weighted totals"
                text="They are counted from the evaluated and approved assessments of the group that have a weightage."
              />
            }
          >
            {(totals) => (
              <Totals
                totals={totals}
                onCounted={setCounted}
                exports={
                  <ExportPanel
                    formats={DOCUMENTS}
                    fileName={() =>
                      `${fileWords('weighted totals', group.data?.name ?? String(groupId))}-${collegeToday()}`
                    }
                    read={exportTotals(groupId, day || undefined)}
                  />
                }
              />
            )}
          </ListState>
        </Stack>
      </Modal>
      {counted && <CountedModal total={counted} rule={WEIGHTED_RULE} onClose={() => setCounted(undefined)} />}
    </>
  )
}

interface TotalsProps {
  totals: readonly WeightedTotal[]
  onCounted: (total: WeightedTotal) => void
  exports: ReactNode
}

function Totals({ totals, onCounted, exports }: TotalsProps) {
  const [search, setSearch] = useState('')
  const columns = useMemo(() => columnsFor(onCounted), [onCounted])
  const found = foundIn(totals, search, ({ student: { name, roll_no } }) => [name, roll_no])
  const all = totals.length === 1 ? '1 student' : `${totals.length} students`
  return (
    <>
      {totals.length >= SEARCHED_FROM && (
        <SearchField label="Search students" placeholder="Name or roll number" value={search} onChange={setSearch} />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {search === '' ? all : `${found.length} of ${all}`}
        </Text>
        {exports}
      </Group>
      {found.length === 0 ? (
        <Prompt title="No students found matching your search" />
      ) : (
        <DataTable caption="Weighted totals of the group" columns={columns} rows={found} rowKey={totalKey} />
      )}
    </>
  )
}
