import { IconMessage } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { filesOf, type RosterRow, type Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { isReturned, waitsForMarks } from '../../../shared/policies/submissions.ts'
import { readDraft } from '../../core/drafts.ts'
import { formatInstant } from '../../core/formats.ts'
import { CriteriaDetails } from '../../parts/CriteriaList.tsx'
import { FilesList } from '../../parts/FilesList.tsx'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text, VisuallyHidden } from '../../ui/elements.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Grading } from './api.ts'
import { readFileOf } from './api.ts'
import { GradeFields } from './GradeFields.tsx'
import classes from './SubmissionsModal.module.css'
import { ThreadPanel } from './ThreadPanel.tsx'
import { commentDraftKey } from './thread.api.ts'

interface Props {
  row: RosterRow
  /** Left out when marks are only shown. */
  grading: Grading | undefined
  withHistory: boolean
  guards: LeaveGuards
  isChecklistOpen: boolean
  onChecklist: (student: number | undefined) => void
  onUnsaved: (id: number, unsaved: boolean) => void
  onNext: (from: HTMLElement, isUngraded: boolean) => void
}

/** Shows a student of the task with the submission and its grade. */
export const SubmissionRow = memo(function SubmissionRow(props: Props) {
  const { row, grading, withHistory, guards } = props
  const { student, submission } = row
  // At once where a comment was being typed.
  const [isOpen, setOpen] = useState(
    () => submission !== null && readDraft(commentDraftKey(submission.id)) !== undefined,
  )
  const panelId = useId()

  function toggle(): void {
    flushSync(() => setOpen(!isOpen))
    void document.getElementById(panelId)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <li
      className={classes.row}
      data-student={student.id}
      data-absent={submission === null || undefined}
      data-returned={(submission && isReturned(submission)) || undefined}
    >
      <Who row={row} />
      {submission && (
        <>
          <div>
            <FilesList label={`Files of ${student.name}`} files={filesOf(submission)} read={readFileOf(submission)} />
            {submission.remarks && (
              <Text size="sm" className={classes.said}>
                <span className={classes.term}>Student’s remarks: </span>
                <bdi>{submission.remarks}</bdi>
              </Text>
            )}
            <ThreadButton
              submission={submission}
              canGrade={grading !== undefined}
              isOpen={isOpen}
              panelId={panelId}
              onToggle={toggle}
            />
            {withHistory && <HistoryPanel entity="task_submission" id={submission.id} />}
          </div>
          {grading ? (
            <GradeFields {...props} submission={submission} grading={grading} />
          ) : (
            <div>
              {submission.marks === null ? (
                <Text size="sm" c="dimmed">
                  Not graded yet
                </Text>
              ) : (
                <Text fw={600} className={classes.figures}>
                  {submission.marks} / {submission.task.total_marks ?? DEFAULT_TOTAL_MARKS}
                </Text>
              )}
              <CriteriaDetails criteria={submission.task.criteria} marks={submission.criteria_marks} fine="whole" />
              {submission.faculty_remarks && (
                <Text size="sm" className={classes.said}>
                  <bdi>{submission.faculty_remarks}</bdi>
                </Text>
              )}
            </div>
          )}
          {isOpen && (
            <div className={classes.thread} id={panelId}>
              <Thread submission={submission} grading={grading} guards={guards} />
            </div>
          )}
        </>
      )}
    </li>
  )
})

/** Shows the student, and since when the work is there. */
function Who({ row: { student, submission } }: Pick<Props, 'row'>) {
  return (
    <div className={classes.who}>
      <Text fw={600}>
        <StudentName student={student} />
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {student.roll_no}
        </Text>
        {student.status !== 'active' && <StatusBadge status={student.status} />}
      </Group>
      {submission === null ? (
        <StatusBadge status="not_submitted" />
      ) : (
        <Group gap="xs">
          <Text size="sm">{formatInstant(submission.date_time)}</Text>
          {submission.is_late && <StatusBadge status="late" />}
          {isReturned(submission) && <StatusBadge status="returned" />}
        </Group>
      )}
    </div>
  )
}

/** Shows the thread; work that waits for marks may be returned from it. */
function Thread({ submission, grading, guards }: Pick<Props, 'grading' | 'guards'> & { submission: Submission }) {
  const { id, updated_at } = submission
  const mayReturn = grading && waitsForMarks(submission)
  return (
    <ThreadPanel
      submission={submission}
      guards={guards}
      giveBack={mayReturn ? (text) => grading.giveBack(id, { text, updated_at }) : undefined}
      onCommented={() => void grading?.reread(id)}
    />
  )
}

interface ThreadProps {
  submission: Submission
  /** True for people who may write and return. */
  canGrade: boolean
  isOpen: boolean
  panelId: string
  onToggle: () => void
}

/** Opens the thread of a submission below its row. People who only read it are offered it where there is something. */
function ThreadButton({ submission, canGrade, isOpen, panelId, onToggle }: ThreadProps) {
  const { student, comment_count } = submission
  if (!canGrade && comment_count === 0 && !isReturned(submission)) return null
  const label = canGrade && waitsForMarks(submission) ? 'Comment or Return' : 'Comments'
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconMessage size={16} aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
    >
      {comment_count > 0 ? `${label} (${comment_count})` : label} <VisuallyHidden>for {student.name}</VisuallyHidden>
    </Button>
  )
}
