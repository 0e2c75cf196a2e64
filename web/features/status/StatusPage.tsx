import { IconRefresh, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Status } from '../../../shared/contract/status.ts'
import { counted, figure, wordOf } from '../../../shared/labels.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { ReleaseNews } from '../../parts/ReleaseNews.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { statusQuery } from './api.ts'
import { BackupsPanel } from './BackupsPanel.tsx'
import { ConcernsPanel } from './ConcernsPanel.tsx'
import { JobsPanel, UnsentPanel } from './JobsPanel.tsx'
import { PartPanel } from './PartPanel.tsx'
import { RoomPanel } from './RoomPanel.tsx'
import { TroublesPanel } from './TroublesPanel.tsx'

export { needs } from './api.ts'

const FILES = {
  unswept: 'More files than usual have no record: see the log',
  unchecked: 'They cannot be reached',
}

const TABLES: readonly Column<Status['database']['tables'][number]>[] = [
  { header: 'Table', cell: ({ name }) => name },
  { header: 'Size', end: true, cell: ({ bytes }) => formatSize(bytes) },
  { header: 'Rows, about', end: true, cell: ({ rows }) => figure(rows) },
]

const DISKS: readonly Column<Status['disks'][number]>[] = [
  { header: 'Disk of', cell: ({ place }) => place },
  { header: 'Free', end: true, cell: ({ free }) => formatSize(free) },
  { header: 'Of', end: true, cell: ({ bytes }) => formatSize(bytes) },
  {
    header: 'State',
    cell: ({ is_low }) =>
      is_low ? (
        <StatusBadge status="error" label="Too little for files" />
      ) : (
        <StatusBadge status="active" label="Room" />
      ),
  },
]

const PROCESSES: readonly Column<Status['processes'][number]>[] = [
  { header: 'Process', cell: ({ name, host, pid }) => `${host}, ${name} (${pid})` },
  { header: 'Running since', cell: ({ started_at }) => formatInstant(started_at) },
  { header: 'Last heard of', cell: ({ heard_at }) => formatInstant(heard_at) },
]

const forLong = (count: number | null, unit: string) => (count === null ? 'For good' : counted(count, unit))

const keptFacts = (keeping: Status['keeping']) =>
  [
    ['Audit trail', forLong(keeping.audit_years, 'year')],
    ['Withdrawn incident cases', forLong(keeping.withdrawn_case_days, 'day')],
    ['Security log', forLong(keeping.security_log_days, 'day')],
    ['Removed files', forLong(keeping.removed_file_days, 'day')],
    ['Backups', keeping.backup_days === null ? 'None are scheduled' : forLong(keeping.backup_days, 'day')],
  ] as const

/** Shows administrators the state of the installation. */
export function StatusPage() {
  const found = useQuery(statusQuery)
  return (
    <Page
      title="Status"
      actions={
        <>
          <ScreenButton to="/security-log" icon={IconShieldLock}>
            Security Log
          </ScreenButton>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={found.isFetching}
            onClick={() => found.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <ListState query={found} skeleton={<Skeleton height={240} role="status" aria-label="Loading" />}>
        {(status) => <Parts status={status} />}
      </ListState>
    </Page>
  )
}

function Parts({ status }: { status: Status }) {
  const {
    version,
    releases,
    database,
    files,
    disks,
    keeping,
    jobs,
    backups,
    has_mail,
    errors,
    slow,
    processes,
    concerns,
    heartbeat,
  } = status
  return (
    <>
      <Facts
        facts={[
          ['Version', version],
          ['Database', `PostgreSQL ${database.version}, ${database.is_embedded ? 'embedded' : 'a server of its own'}`],
          ['Size of the database', formatSize(database.bytes)],
          ['Files', `About ${figure(files.count)}, ${files.place === 'disk' ? 'on disk' : 'in a bucket'}`],
          ...(files.trouble ? ([['Trouble with files', wordOf(FILES, files.trouble)]] as const) : []),
          ['Mail', has_mail ? 'Set up' : 'Not set up'],
          ['Newest version', <ReleaseNews releases={releases} key="news" />, 'wide'],
        ]}
      />
      <ConcernsPanel concerns={concerns} heartbeat={heartbeat} />
      <JobsPanel jobs={jobs} />
      <UnsentPanel unsent={jobs.unsent} hasMail={has_mail} />
      <BackupsPanel backups={backups} />
      <PartPanel title="Processes" note="The servers that share this database.">
        {processes.length > 0 ? (
          <DataTable
            caption="Processes"
            columns={PROCESSES}
            rows={processes}
            rowKey={({ host, pid }) => `${host} ${pid}`}
          />
        ) : (
          <Text size="sm">None has been heard of yet.</Text>
        )}
      </PartPanel>
      <PartPanel title="Disks">
        {disks.length > 0 ? (
          <DataTable caption="Disks" columns={DISKS} rows={disks} rowKey={({ place }) => place} />
        ) : (
          <Text size="sm">Files and database are elsewhere.</Text>
        )}
      </PartPanel>
      <RoomPanel />
      <PartPanel title="Kept" note="What is older is removed by itself. The settings say for how long.">
        <Facts facts={keptFacts(keeping)} />
      </PartPanel>
      <PartPanel title="Largest tables">
        <DataTable caption="Largest tables" columns={TABLES} rows={database.tables} rowKey={({ name }) => name} />
      </PartPanel>
      <TroublesPanel errors={errors} slow={slow} />
    </>
  )
}
