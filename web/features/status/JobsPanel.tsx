import { IconHistory } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FailedJobs, JobOutcome, Status, UnsentMails, WaitingJobs } from '../../../shared/contract/status.ts'
import { JOB_NAMES } from '../../../shared/jobs.ts'
import { wordOf } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useJobChanges } from './api.ts'
import { PartPanel } from './PartPanel.tsx'

interface SettleProps {
  jobs: Pick<FailedJobs, 'kind' | 'count'>
  which: JobOutcome
  /** False without mail: a mail can't be sent again then. */
  canRetry?: boolean
}

const SETTLING = {
  failed: {
    retry: 'Try again',
    title: 'Dismiss failed jobs',
    message: (count: number) =>
      `What ${count === 1 ? 'this job was' : `these ${count} jobs were`} to do will not be done.`,
  },
  unsent: {
    retry: 'Send',
    title: 'Dismiss mails',
    message: (count: number) => `${count === 1 ? 'This mail' : `These ${count} mails`} will not be sent.`,
  },
}

function SettleButtons({ jobs: { kind, count }, which, canRetry = true }: SettleProps) {
  const words = SETTLING[which]
  const { retry, dismiss } = useJobChanges()
  const settling = useMutation({
    mutationFn: (change: typeof retry) => change({ params: { kind }, query: { which } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
  })
  const askAndDismiss = async () => {
    const yes = await confirm({
      title: words.title,
      subject: wordOf(JOB_NAMES, kind),
      message: words.message(count),
      confirmLabel: 'Dismiss',
      danger: true,
    })
    if (yes) settling.mutate(dismiss)
  }
  return (
    <Group gap="xs" justify="flex-end">
      {canRetry && (
        <Button
          size="compact-md"
          variant="default"
          disabled={settling.isPending}
          aria-label={`${words.retry}: ${wordOf(JOB_NAMES, kind)}`}
          onClick={() => settling.mutate(retry)}
        >
          {words.retry}
        </Button>
      )}
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

const timesText = (count: number, first: string, last: string) =>
  `${count > 1 ? `${formatInstant(first)} to ` : ''}${formatInstant(last)}`

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
        <RowText kind="detail">{timesText(count, first_at, last_at)}</RowText>
      </div>
    ),
  },
  { header: 'Why', cell: ({ reason }) => reason },
  { header: 'Actions', end: true, cell: (jobs) => <SettleButtons jobs={jobs} which="failed" /> },
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

const unsentColumns = (hasMail: boolean): readonly Column<UnsentMails>[] => [
  { header: 'Mail', cell: ({ kind }) => <RowText kind="name">{wordOf(JOB_NAMES, kind)}</RowText> },
  { header: 'Not sent', end: true, cell: ({ count }) => count },
  { header: 'When', cell: ({ count, first_at, last_at }) => timesText(count, first_at, last_at) },
  {
    header: 'Actions',
    end: true,
    cell: (jobs) => <SettleButtons jobs={jobs} which="unsent" canRetry={hasMail} />,
  },
]

/** Lists unsent mails, which are no failures; shows nothing if there are none. */
export function UnsentPanel({ unsent, hasMail }: { unsent: readonly UnsentMails[]; hasMail: boolean }) {
  const columns = useMemo(() => unsentColumns(hasMail), [hasMail])
  const count = unsent.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  const [mails, kept] = count === 1 ? ['1 mail was', 'It is kept'] : [`${count} mails were`, 'They are kept']
  return (
    <PartPanel
      title="Mails not sent"
      note={
        hasMail
          ? `${mails} not sent while mail was not set up, and can be sent now, for 30 days.`
          : `Mail is not set up: ${mails} not sent. ${kept} for 30 days, and can be sent once it is.`
      }
    >
      <DataTable caption="Mails not sent" columns={columns} rows={unsent} rowKey={({ kind }) => kind} />
    </PartPanel>
  )
}

/** Shows the background jobs: failed, waiting and done. */
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
