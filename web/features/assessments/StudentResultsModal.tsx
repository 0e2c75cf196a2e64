import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { useIsFresh } from '../../core/fresh-record.ts'
import { newKey } from '../../core/new-key.ts'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { DOT } from '../../ui/texts.ts'
import { groupAssessmentsQuery, studentQuery, studentResultsQuery, useGiveResults } from './api.ts'
import { assessmentSections, type MarkLine } from './lines.rules.ts'
import { MarkingModal } from './MarkingModal.tsx'
import type { MarksInput } from './marking.ts'

interface Props {
  studentId: number
  groupId: number
  onClose: () => void
}

const TITLE = 'Mark Assessments'

/** Takes the results of a student in every assessment of a group, theory and practical. */
export function StudentResultsModal({ studentId, groupId, onClose }: Props) {
  const student = useQuery(studentQuery(studentId))
  const assessments = useQuery(groupAssessmentsQuery(groupId))
  const results = useQuery(studentResultsQuery(studentId, groupId))
  const isFresh = useIsFresh(results)
  // Without the stored results the form starts blank. The server refuses to overwrite an unseen one.
  const stored = isFresh ? (results.data ?? (results.error ? [] : undefined)) : undefined
  const found =
    student.data && assessments.data && stored
      ? { student: student.data, assessments: assessments.data, stored }
      : undefined

  return (
    <RecordModal
      title={TITLE}
      query={{
        data: found,
        error: assessments.error ?? student.error,
        refetch: () => Promise.all([assessments, student].filter(({ error }) => error).map(({ refetch }) => refetch())),
      }}
      failure={assessments.error ? 'Failed to load assessment data' : undefined}
      onClose={onClose}
    >
      {(read) => (
        <StudentMarking
          {...read}
          groupId={groupId}
          blank={results.isError}
          reread={async () => (await results.refetch({ throwOnError: true })).data ?? []}
          onClose={onClose}
        />
      )}
    </RecordModal>
  )
}

interface MarkingProps {
  student: { id: number; name: string; roll_no: string | null }
  groupId: number
  assessments: readonly Assessment[]
  stored: readonly AssessmentResult[]
  /** True when the stored results could not be read. */
  blank: boolean
  reread: () => Promise<readonly AssessmentResult[]>
  onClose: () => void
}

function StudentMarking({ student, groupId, assessments, stored, blank, reread, onClose }: MarkingProps) {
  const give = useGiveResults()
  const sections = useMemo(() => assessmentSections(assessments, stored), [assessments, stored])
  const [one] = assessments

  const send = (given: MarksInput) =>
    give({
      body: {
        assessment_id: null,
        submission_type: 'student',
        results: given.map(({ key, given: values }) => ({ student_id: student.id, assessment_id: key, ...values })),
      },
      key: newKey(),
    })

  return (
    <MarkingModal
      heading={TITLE}
      subject={student.roll_no ? `${student.roll_no}${DOT}${student.name}` : student.name}
      details={
        blank
          ? 'The stored results could not be loaded. What you enter does not overwrite them unseen.'
          : one && `${one.group.name}${DOT}${one.batch.name}`
      }
      empty="No assessments found"
      mixed
      draft={{ of: 'student', id: student.id, groupId }}
      title={`One student of ${one?.group.name ?? 'a group'}`}
      place={{ department_id: one?.department_id, batch_id: one?.batch_id, group_id: groupId }}
      sections={sections}
      blank={blank}
      send={send}
      failure="Failed to submit student assessment results"
      reread={async (): Promise<MarkLine[]> =>
        assessmentSections(assessments, await reread()).flatMap(({ lines }) => lines)
      }
      onClose={onClose}
    />
  )
}
