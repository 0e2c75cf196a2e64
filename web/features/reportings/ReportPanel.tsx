import { IconListDetails, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { daysText, labelOf, levelText } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { awaitsReply, mayReport } from '../../../shared/policies/reportings.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { studentAddress } from '../../core/student-page.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { useLeaveGuards } from '../../ui/leave-guard.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DOT } from '../../ui/texts.ts'
import { ActionForm } from './ActionForm.tsx'
import { CARD_NAMES, stepsFor } from './actions.rules.ts'
import { entriesQuery, readCaseFileOf, useActOnReport } from './api.ts'
import { EntryForm } from './EntryForm.tsx'
import classes from './ReportPanel.module.css'
import { HIDDEN, isReporterOnly, isUrgent, studentText, turnText, yesNo } from './rules.ts'
import { StudentCasesModal } from './StudentCasesModal.tsx'
import { TimelineList } from './TimelineList.tsx'

interface Props {
  report: Reporting
  /** Opens another dialog of the screen. */
  onOpen: (modal: string, id: number) => void
}

/** Shows a report, its timeline and the actions on it. */
export function ReportPanel({ report, onOpen }: Props) {
  const roles = useRoles()
  const short = isReporterOnly(roles)
  const guards = useLeaveGuards()
  const entries = useQuery(entriesQuery(report.id))
  const turn = useRef<HTMLParagraphElement>(null)
  /** A card or button disappears after its action, so the focus goes to the line about the report's turn. */
  const goOn = () => turn.current?.focus({ preventScroll: true })
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusBadge status={report.status} />
        <StatusBadge status={report.severity} label={`${labelOf(report.severity)} severity`} />
        {isUrgent(report) && <StatusBadge status="urgent" />}
        {report.is_overdue && <StatusBadge status="overdue" />}
        {report.is_confidential && <StatusBadge status="inactive" label={HIDDEN} />}
        <Text role="status" fw={600} ref={turn} tabIndex={-1}>
          {turnText(report)}
        </Text>
      </Group>
      <div className={classes.parts}>
        <section className={classes.details} aria-label="Details">
          <Facts facts={factsOf(report, short)} />
        </section>
        <Stack className={classes.actions} gap="md" data-screen>
          <Buttons report={report} onOpen={onOpen} onDone={goOn} />
          {!short &&
            CARD_NAMES.map((name) => (
              <ActionForm key={name} name={name} report={report} guards={guards} onDone={goOn} />
            ))}
          {can(roles, 'reportings:add') && mayReport('add', report) && (
            <EntryForm
              report={report}
              replies={short || (report.is_waiting && awaitsReply(report))}
              guards={guards}
              onDone={goOn}
            />
          )}
        </Stack>
        <Stack component="section" className={classes.timeline} gap="sm" aria-label="Timeline">
          <Title order={3} size="h5">
            Timeline
          </Title>
          <ListState query={entries} skeleton={<Skeleton height={120} />}>
            {(found) => <TimelineList report={report} entries={found} label="What happened" />}
          </ListState>
        </Stack>
      </div>
    </Stack>
  )
}

type Step = ReturnType<typeof stepsFor>[number]

function Buttons({ report, onOpen, onDone }: Props & { onDone: () => void }) {
  const roles = useRoles()
  const act = useActOnReport()
  const taking = useMutation({
    mutationFn: ({ status, updated_at }: Step & { updated_at: string }) =>
      act({ params: { id: report.id }, body: { status, updated_at } }),
    onSuccess: (_, { done }) => {
      toast.success(done)
      onDone()
    },
  })
  /** The student's other reports open above this one, so that typed text stays. */
  const [listing, setListing] = useState(false)

  async function take(step: Step): Promise<void> {
    const subject = `${report.case_number}${DOT}${report.title}`
    // The version that the person was asked about: the report may change while the question is open.
    if (await confirm({ ...step.question(report), subject })) taking.mutate({ ...step, updated_at: report.updated_at })
  }

  return (
    <Stack gap="xs">
      <Group gap="xs">
        {can(roles, 'reportings:change') &&
          stepsFor(report).map((step) => (
            <Button key={step.label} variant="default" disabled={taking.isPending} onClick={() => take(step)}>
              {step.label}
            </Button>
          ))}
        {can(roles, 'reportings:change') && mayReport('edit', report) && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onOpen('edit', report.id)}
          >
            Edit
          </Button>
        )}
        {can(roles, 'reportings:read-student') && (
          <Button
            variant="default"
            leftSection={<IconListDetails size={16} aria-hidden />}
            onClick={() => setListing(true)}
          >
            All Reports of the Student
          </Button>
        )}
        {can(roles, 'reportings:print') && (
          <FileDownload
            name={`${report.case_number}.pdf`}
            of={report.case_number}
            label="Print Case File"
            read={readCaseFileOf(report)}
          />
        )}
      </Group>
      {taking.error && <Problem text={messageOf(taking.error)} />}
      {listing && <StudentCasesModal studentId={report.student_id} onClose={() => setListing(false)} />}
    </Stack>
  )
}

/** Leaves out a past escalation, which the timeline tells. */
const escalationFacts = ({ escalation_target: target, escalated_at, escalation_reason }: Reporting): Fact[] =>
  target === null
    ? []
    : [
        ['Escalated To', <PersonName key="target" name={target.name} />],
        ['Escalated', escalated_at && formatInstant(escalated_at)],
        ['Reason for Escalation', escalation_reason, 'wide'],
      ]

/** Returns all fields of a report that the person may see. */
function factsOf(report: Reporting, short: boolean): Fact[] {
  const { student, reporter, assignee, resolved_at, initial_response } = report
  const facts: (Fact | false)[] = [
    ['Case #', report.case_number],
    ['Title', report.title, 'wide'],
    ['Description', report.description, 'wide'],
    [
      'Student',
      <RowLink key="student" to={studentAddress(student.id)}>
        {studentText(student)}
      </RowLink>,
    ],
    reporter !== null && ['Reported By', <PersonName key="reporter" name={reporter.name} />],
    ['Reported', formatInstant(report.reported_at)],
    ['Assigned To', <PersonName key="assignee" name={assignee.name} />],
    ['Assigned', formatInstant(report.assigned_at)],
    ['Current Level', levelText(report.current_level)],
    ['Category', labelOf(report.category)],
    ['Priority', labelOf(report.priority)],
    [resolved_at ? 'Resolved After' : 'Open For', daysText(report.days_open)],
    initial_response !== null && ['Initial Response', initial_response, 'wide'],
    ...escalationFacts(report),
    resolved_at !== null && ['Resolved', formatInstant(resolved_at)],
    resolved_at !== null && ['Resolution Notes', report.resolution_notes, 'wide'],
    !short && ['Requires Immediate Attention', yesNo(report.requires_immediate_attention)],
    !short && ['Hide from Student', yesNo(report.is_confidential === true)],
    !short && ['Internal Notes', report.internal_notes, 'wide'],
  ]
  return facts.filter((fact) => fact !== false)
}
