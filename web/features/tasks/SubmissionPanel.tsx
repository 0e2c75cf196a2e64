import { Group, Text } from '@mantine/core'
import { filesOf, type Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { formatInstant } from '../../core/formats.ts'
import { FilesList } from '../../parts/FilesList.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { readFileOf } from './api.ts'
import classes from './TaskPanel.module.css'

/** Of which task, when it was handed in, and whether in time. */
export function SubmissionFacts({ submission }: { submission: Submission }) {
  return (
    <div>
      <Text fw={600} size="lg">
        {submission.task.name}
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Submitted {formatInstant(submission.date_time)}
        </Text>
        {submission.is_late && <StatusBadge status="late" />}
      </Group>
    </div>
  )
}

/** A submission that can no longer be changed, with its grade. */
export function SubmissionPanel({ submission }: { submission: Submission }) {
  const { marks, task, remarks, faculty_remarks } = submission
  return (
    <>
      <SubmissionFacts submission={submission} />
      <dl className={classes.fields} style={{ marginBlock: 16 }}>
        {marks !== null && (
          <div className={classes.field}>
            <dt>Marks</dt>
            <dd className={classes.marks}>
              {marks} / {task.total_marks ?? DEFAULT_TOTAL_MARKS}
            </dd>
          </div>
        )}
        {marks !== null && task.passing_marks !== null && (
          <div className={classes.field}>
            <dt>Passing Marks</dt>
            <dd>{task.passing_marks}</dd>
          </div>
        )}
        {faculty_remarks !== null && (
          <div className={classes.field} data-wide>
            <dt>Faculty Remarks</dt>
            <dd className={classes.text}>
              <bdi>{faculty_remarks}</bdi>
            </dd>
          </div>
        )}
        <div className={classes.field} data-wide>
          <dt>My Remarks</dt>
          <dd className={classes.text}>
            <bdi>{remarks ?? '—'}</bdi>
          </dd>
        </div>
      </dl>
      <Text size="sm" fw={600} c="dimmed">
        Files
      </Text>
      <FilesList label="Submitted files" files={filesOf(submission)} read={readFileOf(submission)} />
    </>
  )
}
