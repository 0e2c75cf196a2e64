import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { type EntriesFilter, entriesOf } from './entries.api.ts'
import { LogEntriesTable } from './LogEntriesTable.tsx'

interface Props {
  /** The name of what the entries are of. */
  thing: string
  filter: EntriesFilter
  /** True for entries of several students, whose names stand in the rows then. */
  ofSeveral?: boolean
  onOpen: (modal: string, id: number) => void
  onClose: () => void
}

/** Lists the performances behind a figure or a hint. */
export function PerformancesModal({ thing, filter, ofSeveral = false, onOpen, onClose }: Props) {
  const [page, setPage] = useState(1)
  const query = useQuery(entriesOf(filter, page))
  return (
    <Modal title="Performances" thing={thing} size="wide" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <ListState
        query={query}
        skeleton={<Skeleton height={200} role="status" aria-label="Loading" />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={<Text>Nothing logged yet.</Text>}
      >
        {({ data, meta }) => (
          <Stack gap="sm">
            <LogEntriesTable
              entries={data}
              of={ofSeveral ? 'staff' : 'student'}
              onView={(entry) => onOpen('view', entry)}
            />
            <PagesRow meta={meta} onPage={setPage} of="performances" />
          </Stack>
        )}
      </ListState>
    </Modal>
  )
}
