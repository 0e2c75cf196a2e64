import { filesOf, type Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { formatInstant } from '../../core/formats.ts'
import { CriteriaList } from '../../parts/CriteriaList.tsx'
import { FilesList } from '../../parts/FilesList.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { readFileOf } from './api.ts'

/** The task's name and the time of the submission, with a mark when it was late. */
export function SubmissionFacts({ submission }: { submission: Submission }) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Submitted {formatInstant(submission.date_time)}
      </Text>
      {submission.is_late && <StatusBadge status="late" />}
    </Group>
  )
}

/** Shows a submission that can no longer be changed, with its grade. */
export function SubmissionPanel({ submission }: { submission: Submission }) {
  const { marks, criteria_marks, task, remarks, faculty_remarks } = submission
  return (
    <Stack gap="md">
      <SubmissionFacts submission={submission} />
      <Facts
        facts={[
          ...(marks === null ? [] : ([['Marks', `${marks} / ${task.total_marks ?? DEFAULT_TOTAL_MARKS}`]] as const)),
          ...(marks === null || task.passing_marks === null ? [] : ([['Passing Marks', task.passing_marks]] as const)),
          ...(criteria_marks && task.criteria
            ? [
                [
                  'Criteria',
                  <CriteriaList key="criteria" criteria={task.criteria} marks={criteria_marks} fine="whole" />,
                  'wide',
                ] as const,
              ]
            : []),
          ...(faculty_remarks === null ? [] : ([['Faculty Remarks', faculty_remarks, 'wide']] as const)),
          ['My Remarks', remarks, 'wide'],
        ]}
      />
      <div>
        <Text size="sm" fw={600} c="dimmed">
          Files
        </Text>
        <FilesList label="Submitted files" files={filesOf(submission)} read={readFileOf(submission)} />
      </div>
    </Stack>
  )
}
