import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GroupHistory } from '../../../shared/contract/groups.ts'
import type { BatchHistory } from '../../../shared/contract/student-batches.ts'
import { formatDate, formatDay } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { usePrinting } from '../../ui/OnPaper.tsx'
import { batchesQuery, groupsQuery } from './api.ts'
import { FirstList } from './FirstList.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

const Day = ({ at }: { at: string | null }) => <span className={classes.figures}>{at ? formatDate(at) : '—'}</span>

/** A day of a group's membership, by which registers go. */
const SessionDay = ({ day }: { day: string | null }) => (
  <span className={classes.figures}>{day ? formatDay(day) : '—'}</span>
)

const PRESENT: readonly Column<GroupHistory>[] = [
  { header: 'Group', cell: ({ group }) => <bdi>{group.name}</bdi> },
  { header: 'Department', cell: ({ group }) => <bdi>{group.department.name}</bdi> },
  { header: 'Batch', cell: ({ group }) => <bdi>{group.batch.name}</bdi> },
  { header: 'From', cell: ({ first_day }) => <SessionDay day={first_day} /> },
]
const FORMER: readonly Column<GroupHistory>[] = [
  ...PRESENT,
  { header: 'To', cell: ({ left_on }) => <SessionDay day={left_on} /> },
]

const BATCHES: readonly Column<BatchHistory>[] = [
  { header: 'Batch', cell: ({ batch }) => <bdi>{batch.name}</bdi> },
  { header: 'From', cell: ({ created_at }) => <Day at={created_at} /> },
  { header: 'To', cell: ({ ended_at }) => <Day at={ended_at} /> },
]

const linkId = ({ id }: { id: number }) => id
const isPresent = ({ status }: { status: string }) => status === 'active'
const isFormer = ({ status }: { status: string }) => status !== 'active'
/** Sorts the groups that the student has left, the latest first. */
const lastFirst = (links: readonly GroupHistory[]) =>
  links.filter(isFormer).toSorted((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? '') || b.id - a.id)

/** Shows the batch and the groups of the student with their days, and the former ones. */
export function GroupsPanel({ studentId }: { studentId: number }) {
  const groups = useQuery(groupsQuery(studentId))
  const batches = useQuery(batchesQuery(studentId))
  return (
    <SectionPanel id="groups" title="Batch and Groups">
      <ListState
        query={batches}
        skeleton={<Skeleton height={24} role="status" aria-label="Loading" />}
        isEmpty={(found) => !found.some(isPresent)}
        empty={<Text>In no batch.</Text>}
      >
        {(found) =>
          found.filter(isPresent).map(({ id, batch, created_at }) => (
            <Text key={id}>
              In <bdi>{batch.name}</bdi> since {formatDate(created_at)}.
            </Text>
          ))
        }
      </ListState>
      <ListState
        query={groups}
        skeleton={<Skeleton height={80} role="status" aria-label="Loading" />}
        isEmpty={(found) => !found.some(isPresent)}
        empty={<Text>{groups.data?.length ? 'In no group now.' : 'No groups yet.'}</Text>}
      >
        {(found) => (
          <FirstList rows={found.filter(isPresent)} of="groups">
            {(shown) => <DataTable caption="Groups" columns={PRESENT} rows={shown} rowKey={linkId} />}
          </FirstList>
        )}
      </ListState>
      <Former groups={lastFirst(groups.data ?? [])} batches={(batches.data ?? []).filter(isFormer)} />
    </SectionPanel>
  )
}

interface FormerProps {
  groups: readonly GroupHistory[]
  batches: readonly BatchHistory[]
}

function Former({ groups, batches }: FormerProps) {
  const [opened, setOpened] = useState(false)
  const printing = usePrinting()
  const count = groups.length + batches.length
  if (count === 0) return null
  return (
    <Disclosure
      title={`Former groups and batches (${count})`}
      icon={IconHistory}
      opened={opened || printing}
      onToggle={() => setOpened(!opened)}
    >
      <Stack gap="sm">
        {/* The button with this text is left out on paper. */}
        <Text data-paper fw={600}>
          Former groups and batches
        </Text>
        {groups.length > 0 && <DataTable caption="Former groups" columns={FORMER} rows={groups} rowKey={linkId} />}
        {batches.length > 0 && <DataTable caption="Former batches" columns={BATCHES} rows={batches} rowKey={linkId} />}
      </Stack>
    </Disclosure>
  )
}
