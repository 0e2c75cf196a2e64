import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Assessment, AssessmentRosterRow } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { useIsFresh } from '../../core/fresh-record.ts'
import { newKey } from '../../core/new-key.ts'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { DOT } from '../../ui/texts.ts'
import { assessmentQuery, rosterQuery, useGiveResults } from './api.ts'
import { type MarkLine, studentLines } from './lines.rules.ts'
import { MarkingModal } from './MarkingModal.tsx'
import type { MarksInput } from './marking.ts'
import { evaluatedNotice, resultsAction, totalOf, waitsForResults } from './rules.ts'

interface Props {
  id: number
  onClose: () => void
}

/** Takes the results of an assessment, for every active student of its group, as the server has them now. */
export function ResultsModal({ id, onClose }: Props) {
  const assessment = useQuery(assessmentQuery(id))
  const roster = useQuery(rosterQuery(id))
  const isFresh = useIsFresh(roster)
  const { data: read } = assessment
  const { data: rows } = roster
  const found = read && rows && isFresh ? { read, rows } : undefined

  return (
    <RecordModal
      title={read ? resultsAction(read) : 'Results'}
      query={{
        data: found,
        error: assessment.error ?? roster.error,
        refetch: () => Promise.all([assessment, roster].filter(({ error }) => error).map(({ refetch }) => refetch())),
      }}
      failure={assessment.error ? 'Failed to load assessment data' : undefined}
      onClose={onClose}
    >
      {(both) => (
        <AssessmentMarking
          assessment={both.read}
          rows={both.rows}
          reread={async () => (await roster.refetch({ throwOnError: true })).data ?? []}
          onClose={onClose}
        />
      )}
    </RecordModal>
  )
}

interface MarkingProps {
  assessment: Assessment
  rows: readonly AssessmentRosterRow[]
  reread: () => Promise<readonly AssessmentRosterRow[]>
  onClose: () => void
}

const studentsHave = (count: number) => (count === 1 ? '1 student has' : `${count} students have`)

function AssessmentMarking({ assessment, rows, reread, onClose }: MarkingProps) {
  const give = useGiveResults()
  const { id, department_id, batch_id, group_id, group, batch, name } = assessment
  const sections = useMemo(() => [{ label: undefined, lines: studentLines(rows, assessment) }], [rows, assessment])

  const send = (given: MarksInput) =>
    give({
      body: {
        assessment_id: id,
        submission_type: 'assessment',
        results: given.map(({ key, given: values }) => ({ student_id: key, ...values })),
      },
      key: newKey(),
    })

  const question = (left: number) =>
    waitsForResults(assessment) && left > 0
      ? {
          title: 'Save results?',
          message: `${studentsHave(left)} no marks yet. The assessment counts as evaluated once it is saved; the others can still be given.`,
          confirmLabel: 'Save',
          cancelLabel: 'Go on marking',
        }
      : undefined

  return (
    <MarkingModal
      heading={resultsAction(assessment)}
      subject={name}
      details={`${group.name}${DOT}${batch.name}${DOT}out of ${decimalText(totalOf(assessment))}`}
      notice={evaluatedNotice(assessment)}
      empty="No Students Found"
      draft={{ of: 'assessment', id }}
      title={`${name}, ${group.name}`}
      place={{ department_id, batch_id, group_id }}
      sections={sections}
      question={question}
      send={send}
      reread={async (): Promise<MarkLine[]> => studentLines(await reread(), assessment)}
      onClose={onClose}
    />
  )
}
