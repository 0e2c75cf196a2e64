import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { WEIGHTED_RULE, type WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { today } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
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
        <PersonName name={total.student.name} />
      </span>
    ),
  },
  { header: 'Roll Number', cell: ({ student }) => student.roll_no ?? '—' },
  {
    header: 'Weighted Total',
    cell: ({ points, out_of, percent }) => (
      <>
        {decimalText(points)} of {decimalText(out_of)}
        {percent !== null && ` (${decimalText(percent)}%)`}
      </>
    ),
  },
  { header: 'Without Marks', end: true, cell: ({ missing }) => missing },
  actionsColumn((total) => (
    <Button size="sm" variant="default" aria-describedby={nameId(total)} onClick={() => onCounted(total)}>
      How is this counted?
    </Button>
  )),
]

const totalKey = ({ student }: WeightedTotal) => student.id

/** The weighted total of each student of a group, each with what it is made of. */
export function TotalsModal({ groupId, onClose }: Props) {
  const [page, setPage] = useState(1)
  const [counted, setCounted] = useState<WeightedTotal>()
  const query = useQuery(totalsQuery(groupId, page))
  const columns = useMemo(() => columnsFor(setCounted), [])
  return (
    <>
      <Modal title="Weighted Totals" size="xl" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
        <ListState
          query={query}
          skeleton={<Skeleton height={240} role="status" aria-label="Loading" />}
          isEmpty={({ data }) => data.every(({ rows }) => rows.length === 0)}
          empty={
            <Prompt
              title="No weighted totals"
              text="They are counted from the evaluated and approved assessments of the group that have a weightage."
            />
          }
        >
          {({ data, meta }) => (
            <Stack gap="md">
              <Group justify="space-between" gap="xs">
                <Text size="sm" c="dimmed" role="status">
                  {meta.total === 1 ? '1 student' : `${meta.total} students`}
                </Text>
                <ExportPanel
                  formats={DOCUMENTS}
                  fileName={() => `weighted-totals-${groupId}-${today()}`}
                  read={exportTotals(groupId)}
                />
              </Group>
              <DataTable caption="Weighted totals of the group" columns={columns} rows={data} rowKey={totalKey} />
              <PagesRow meta={meta} onPage={setPage} />
            </Stack>
          )}
        </ListState>
      </Modal>
      {counted && <CountedModal total={counted} rule={WEIGHTED_RULE} onClose={() => setCounted(undefined)} />}
    </>
  )
}
