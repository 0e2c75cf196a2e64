import { useMutation, useQuery } from '@tanstack/react-query'
import type { RoomKind, SpareRoom } from '../../../shared/contract/status.ts'
import { counted, figure, wordOf } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatSize } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { roomQuery, useMakeRoom } from './api.ts'
import { PartPanel } from './PartPanel.tsx'

const NAMES: Record<RoomKind, string> = {
  withdrawn_cases: 'Evidence of withdrawn reports',
  replaced_submissions: 'Replaced files of submissions',
}

function SetAsideButton({ room: { kind, files, bytes } }: { room: SpareRoom }) {
  const makeRoom = useMakeRoom()
  const making = useMutation({
    mutationFn: () => makeRoom({ body: { kind } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
  })
  const ask = async () => {
    const yes = await confirm({
      title: 'Set files aside',
      subject: wordOf(NAMES, kind),
      message: `${counted(files, 'file')} (${formatSize(bytes)}) will no longer be there to download, and will be deleted with the removed files. Names and SHA-256 stay in the audit trail.`,
      confirmLabel: 'Set aside',
      danger: true,
    })
    if (yes) making.mutate()
  }
  return (
    <Button
      size="compact-md"
      variant="default"
      disabled={files === 0}
      loading={making.isPending}
      aria-label={`Set aside: ${wordOf(NAMES, kind)}`}
      onClick={ask}
    >
      Set aside
    </Button>
  )
}

const ROOM: readonly Column<SpareRoom>[] = [
  { header: 'What', cell: ({ kind }) => <RowText kind="name">{wordOf(NAMES, kind)}</RowText> },
  { header: 'Files', end: true, cell: ({ files }) => figure(files) },
  { header: 'Size', end: true, cell: ({ bytes }) => formatSize(bytes) },
  { header: 'Actions', end: true, cell: (room) => <SetAsideButton room={room} /> },
]

/** Offers files to set aside when the disk is nearly full. */
export function RoomPanel() {
  const found = useQuery(roomQuery)
  return (
    <PartPanel
      title="Room"
      note="Files that nobody needs for the daily work. What is set aside is deleted some days later; the disk has its room then."
    >
      <ListState query={found} skeleton={<Skeleton height={96} role="status" aria-label="Loading" />}>
        {(rooms) => <DataTable caption="Room" columns={ROOM} rows={rooms} rowKey={({ kind }) => kind} />}
      </ListState>
    </PartPanel>
  )
}
