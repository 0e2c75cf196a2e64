import { memo } from 'react'
import { filesOf, type RosterRow } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { formatInstant } from '../../core/formats.ts'
import { FilesList } from '../../parts/FilesList.tsx'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Grading } from './api.ts'
import { readFileOf } from './api.ts'
import { GradeFields } from './GradeFields.tsx'
import classes from './SubmissionsModal.module.css'

interface Props {
  row: RosterRow
  /** Left out when marks are only shown. */
  grading: Grading | undefined
  withHistory: boolean
  onUnsaved: (id: number, unsaved: boolean) => void
  onNext: (from: HTMLElement, isUngraded: boolean) => void
}

/** Shows a student of the task with the submission and its grade. */
export const SubmissionRow = memo(function SubmissionRow({ row, grading, withHistory, onUnsaved, onNext }: Props) {
  const { student, submission } = row
  return (
    <li className={classes.row} data-student={student.id} data-absent={submission === null || undefined}>
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
          </Group>
        )}
      </div>
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
            {withHistory && <HistoryPanel entity="task_submission" id={submission.id} />}
          </div>
          {grading ? (
            <GradeFields submission={submission} grading={grading} onUnsaved={onUnsaved} onNext={onNext} />
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
              {submission.faculty_remarks && (
                <Text size="sm" className={classes.said}>
                  <bdi>{submission.faculty_remarks}</bdi>
                </Text>
              )}
            </div>
          )}
        </>
      )}
    </li>
  )
})
