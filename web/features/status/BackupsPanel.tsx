import type { Status } from '../../../shared/contract/status.ts'
import { counted } from '../../../shared/labels.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { PartPanel } from './PartPanel.tsx'

type Backup = Status['backups']['last'][number]

function BackupState({ finished_at, failure, missing_files }: Backup) {
  if (failure !== null)
    return (
      <div>
        <StatusBadge status="failed" label="Failed" />
        <RowText kind="detail">{failure}</RowText>
      </div>
    )
  if (finished_at === null) return <StatusBadge status="in-progress" label="Being made" />
  if (missing_files) return <StatusBadge status="error" label={`Without ${counted(missing_files, 'file')}`} />
  return <StatusBadge status="completed" label="Whole" />
}

const BACKUPS: readonly Column<Backup>[] = [
  { header: 'Due', cell: ({ due_at }) => formatInstant(due_at) },
  { header: 'State', cell: BackupState },
  { header: 'Size', end: true, cell: ({ bytes }) => (bytes === null ? '—' : formatSize(bytes)) },
]

/** Lists the last scheduled backups. */
export function BackupsPanel({ backups: { is_scheduled, last } }: { backups: Status['backups'] }) {
  return (
    <PartPanel title="Backups">
      {!is_scheduled && <Text size="sm">No backups are scheduled: choose a directory on the page Settings.</Text>}
      {is_scheduled && last.length === 0 && <Text size="sm">The first backup has not been made yet.</Text>}
      {last.length > 0 && (
        <DataTable
          caption="Last backups"
          columns={BACKUPS}
          rows={last}
          rowKey={({ due_at, finished_at }) => `${due_at} ${finished_at}`}
        />
      )}
    </PartPanel>
  )
}
