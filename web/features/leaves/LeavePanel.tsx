import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { Leave, LeaveAnswer, LeaveSession } from '../../../shared/contract/leaves.ts'
import { hoursText } from '../../../shared/session-times.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { FilesList } from '../../parts/FilesList.tsx'
import { AnsweredBy } from '../../parts/LeaveAnswers.tsx'
import { askedText, dayText } from '../../parts/leave-texts.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { useLeaveGuards } from '../../ui/leave-guard.ts'
import { Problem } from '../../ui/Problem.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { readFileOf, useWithdraw } from './api.ts'
import { DecisionForm } from './DecisionForm.tsx'
import classes from './LeavePanel.module.css'
import type { LeaveReader } from './LeavesTable.tsx'
import { mayWithdraw, WITHDRAWAL, WITHDRAWN } from './rules.ts'

interface Props {
  leave: Leave
  reader: LeaveReader
}

const COLUMNS: readonly Column<LeaveSession>[] = [
  {
    header: 'Session',
    cell: (session) => (
      <div>
        <RowText kind="name">{dayText(session.activity_date)}</RowText>
        <RowText kind="detail" figures>
          {hoursText(session)}
        </RowText>
      </div>
    ),
  },
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  { header: 'Group', cell: ({ group }) => <bdi>{group.name}</bdi> },
  {
    header: 'Status', // The register's own word for a session that is planned is the one of an answer that waits.
    cell: ({ status }) => (status === 'pending' ? 'Planned' : <StatusBadge status={status} />),
  },
]

const sessionId = ({ id }: LeaveSession) => id

/** Shows a leave request: its days, reason and file, and each answer, with the form of the person who decides. */
export function LeavePanel({ leave, reader }: Props) {
  const { student, sessions, reason, file, answers, created_at } = leave
  const guards = useLeaveGuards()
  const who: Fact[] = [
    ['Student', <StudentName key="student" student={student} />],
    ['Roll Number', student.roll_no],
  ]
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ...(reader === 'student' ? [] : who),
          ['Leave', askedText(leave)],
          ['Asked', formatInstant(created_at)],
          [
            'Reason',
            <span key="reason" className={classes.text}>
              {reason}
            </span>,
            'wide',
          ],
        ]}
      />
      {file && <FilesList label="File" files={[file]} read={readFileOf(leave)} />}
      {sessions.length > 0 && (
        <DataTable caption="Sessions asked for" columns={COLUMNS} rows={sessions} rowKey={sessionId} />
      )}
      {answers.map((answer) => (
        <OneAnswer key={answer.department.id} answer={answer}>
          {(onDone) =>
            reader === 'decider' && (
              <DecisionForm
                leave={leave}
                answer={answer}
                isOnly={answers.length === 1}
                guards={guards}
                onDone={onDone}
              />
            )
          }
        </OneAnswer>
      ))}
      {reader === 'student' && <Withdrawal leave={leave} />}
    </Stack>
  )
}

interface OneProps {
  answer: LeaveAnswer
  /** The content beside the button; it calls `onDone`, which keeps the focus at the answer. */
  children: (onDone: () => void) => ReactNode
}

function OneAnswer({ answer, children }: OneProps) {
  const section = useRef<HTMLDivElement>(null)
  return (
    <Stack component="section" gap="xs" aria-label={answer.department.name} ref={section} tabIndex={-1}>
      <Group gap="xs">
        <Title order={3} size="h5">
          <bdi>{answer.department.name}</bdi>
        </Title>
        <StatusBadge status={answer.status} />
        <Text size="sm" c="dimmed">
          <AnsweredBy {...answer} />
        </Text>
      </Group>
      {answer.note && (
        <Text dir="auto" className={classes.text}>
          {answer.note}
        </Text>
      )}
      {children(() => section.current?.focus({ preventScroll: true }))}
    </Stack>
  )
}

function Withdrawal({ leave }: { leave: Leave }) {
  const withdraw = useWithdraw()
  /** Takes the focus over from the button, which disappears. */
  const place = useRef<HTMLDivElement>(null)
  const withdrawing = useMutation({
    mutationFn: () => withdraw({ params: { id: leave.id } }),
    onSuccess: () => {
      toast.success(WITHDRAWN)
      place.current?.focus({ preventScroll: true })
    },
  })

  async function take(): Promise<void> {
    if (await confirm({ ...WITHDRAWAL, subject: askedText(leave) })) withdrawing.mutate()
  }

  return (
    <Stack gap="xs" align="flex-start" ref={place} tabIndex={-1}>
      {withdrawing.error && <Problem text={messageOf(withdrawing.error)} />}
      {mayWithdraw(leave) && (
        <Button variant="default" disabled={withdrawing.isPending} onClick={take}>
          Withdraw
        </Button>
      )}
    </Stack>
  )
}
