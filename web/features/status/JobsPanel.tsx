import { Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FailedJobs, Status, WaitingJobs } from '../../../shared/contract/status.ts'
import { JOB_NAMES } from '../../../shared/jobs.ts'
import { wordOf } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useJobChanges } from './api.ts'
import { PartPanel } from './PartPanel.tsx'

function SettleButtons({ jobs: { kind, count } }: { jobs: FailedJobs }) {
  const { retry, dismiss } = useJobChanges()
  const settling = useMutation({
    mutationFn: (change: typeof retry) => change({ params: { kind } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
  })
  const askAndDismiss = async () => {
    const yes = await confirm({
      title: 'Dismiss failed jobs',
      subject: wordOf(JOB_NAMES, kind),
      message: `What ${count === 1 ? 'this job was' : `these ${count} jobs were`} to do will not be done.`,
      confirmLabel: 'Dismiss',
      danger: true,
    })
    if (yes) settling.mutate(dismiss)
  }
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-md"
        variant="default"
        disabled={settling.isPending}
        aria-label={`Try again: ${wordOf(JOB_NAMES, kind)}`}
        onClick={() => settling.mutate(retry)}
      >
        Try again
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        disabled={settling.isPending}
        aria-label={`Dismiss: ${wordOf(JOB_NAMES, kind)}`}
        onClick={askAndDismiss}
      >
        Dismiss
      </Button>
    </Group>
  )
}

const FAILED: readonly Column<FailedJobs>[] = [
  {
    header: 'Job',
    cell: ({ kind, done_at, last_at }) => (
      <div>
        <RowText kind="name">{wordOf(JOB_NAMES, kind)}</RowText>
        {done_at !== null && done_at > last_at && (
          <RowText kind="detail">Was done since, {formatInstant(done_at)}</RowText>
        )}
      </div>
    ),
  },
  {
    header: 'Failed',
    cell: ({ count, first_at, last_at }) => (
      <div>
        <StatusBadge status="failed" label={count === 1 ? 'Once' : `${count} times`} />
        <RowText kind="detail">
          {count > 1 && `${formatInstant(first_at)} to `}
          {formatInstant(last_at)}
        </RowText>
      </div>
    ),
  },
  { header: 'Why', cell: ({ reason }) => reason },
  { header: 'Actions', end: true, cell: (jobs) => <SettleButtons jobs={jobs} /> },
]

function nextText({ retrying, reason, next_at }: WaitingJobs): string {
  if (retrying === 0 || next_at === null) return 'As soon as it is its turn'
  return `${reason ?? 'It failed'}; tried again ${formatInstant(next_at)}`
}

const WAITING: readonly Column<WaitingJobs>[] = [
  { header: 'Job', cell: ({ kind }) => <RowText kind="name">{wordOf(JOB_NAMES, kind)}</RowText> },
  { header: 'Waiting', end: true, cell: ({ waiting }) => waiting },
  { header: 'Being done', end: true, cell: ({ active }) => active },
  { header: 'Next', cell: nextText },
]

const DONE: readonly Column<Status['jobs']['done'][number]>[] = [
  { header: 'Job', cell: ({ kind }) => wordOf(JOB_NAMES, kind) },
  { header: 'Last done', cell: ({ at }) => formatInstant(at) },
]

/** What the server does in the background: what was given up, what is still to be done, and what was done. */
export function JobsPanel({ jobs: { failed, waiting, done } }: { jobs: Status['jobs'] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PartPanel
      title="Background jobs"
      note="What fails is tried again by itself; what was given up stands here for 30 days."
    >
      {failed.length > 0 ? (
        <DataTable caption="Failed jobs" columns={FAILED} rows={failed} rowKey={({ kind }) => kind} />
      ) : (
        <Text size="sm">No job has failed.</Text>
      )}
      {waiting.length > 0 ? (
        <DataTable caption="Waiting jobs" columns={WAITING} rows={waiting} rowKey={({ kind }) => kind} />
      ) : (
        <Text size="sm">No job is waiting.</Text>
      )}
      {done.length > 0 && (
        <Disclosure
          title="When each was last done"
          icon={IconHistory}
          opened={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
        >
          <DataTable caption="Jobs that were done" columns={DONE} rows={done} rowKey={({ kind }) => kind} />
        </Disclosure>
      )}
    </PartPanel>
  )
}
