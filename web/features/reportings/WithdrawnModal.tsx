import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WithdrawnReporting } from '../../../shared/contract/reportings.ts'
import { formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { readWithdrawnFileOf, withdrawnQuery } from './api.ts'
import { studentText } from './rules.ts'

const COLUMNS: readonly Column<WithdrawnReporting>[] = [
  { header: 'Case #', cell: ({ case_number }) => case_number },
  { header: 'Title', cell: ({ title }) => <bdi>{title}</bdi> },
  { header: 'Student', cell: ({ student }) => studentText(student) },
  {
    header: 'Withdrawn',
    cell: ({ withdrawn_at, withdrawer }) => (
      <div>
        <Text size="sm">{formatInstant(withdrawn_at)}</Text>
        {withdrawer && (
          <Text size="sm" c="dimmed">
            by <PersonName name={withdrawer.name} />
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'Case File',
    cell: (report) => (
      <FileDownload name={`${report.case_number}.pdf`} of={report.case_number} read={readWithdrawnFileOf(report)} />
    ),
  },
]

/** Lists the withdrawn reports: they are kept, and their numbers not given again. */
export function WithdrawnModal({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery(withdrawnQuery(page))
  return (
    <Modal title="Withdrawn Reports" size="xl" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <ListState
        query={query}
        skeleton={<Skeleton height={200} />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={<Prompt title="No reports found" text="No report has been withdrawn." />}
      >
        {({ data, meta }) => (
          <Stack gap="md">
            <DataTable caption="Withdrawn Reports" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
            <PagesRow meta={meta} onPage={setPage} of="Withdrawn Reports" />
          </Stack>
        )}
      </ListState>
    </Modal>
  )
}
