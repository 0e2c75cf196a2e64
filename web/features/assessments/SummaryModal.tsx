import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import type { Assessment, AssessmentRosterRow } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { ListState } from '../../layout/ListState.tsx'
import { CriteriaDetails } from '../../parts/CriteriaList.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DOT } from '../../ui/texts.ts'
import { markText } from './absent.rules.ts'
import { assessmentQuery } from './api.ts'
import { resultsQuery, summaryQuery } from './figures.api.ts'
import { MarkHistoryPanel } from './MarkHistoryPanel.tsx'
import { totalOf } from './rules.ts'
import { SheetsPanel } from './SheetsPanel.tsx'
import { SummaryPanel } from './SummaryPanel.tsx'

interface Props {
  id: number
  onClose: () => void
}

const TITLE = 'Results Summary'
const Waiting = () => <Skeleton height={160} role="status" aria-label="Loading" />

/** Shows the summary of an assessment's marks, the results, and their exports. */
export function SummaryModal({ id, onClose }: Props) {
  const query = useQuery(assessmentQuery(id))
  return (
    <RecordModal title={TITLE} query={query} failure="Failed to load assessment data" onClose={onClose}>
      {(assessment) => (
        <Modal
          title={TITLE}
          thing={assessment.name}
          size="xl"
          onClose={onClose}
          footer={<CloseFooter onClose={onClose} />}
        >
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {assessment.group.name}
              {DOT}
              {assessment.batch.name}
              {DOT}out of {decimalText(totalOf(assessment))}
              {assessment.passing_marks !== null && `, passing ${decimalText(assessment.passing_marks)}`}
            </Text>
            <Figures assessment={assessment} />
          </Stack>
        </Modal>
      )}
    </RecordModal>
  )
}

function Figures({ assessment }: { assessment: Assessment }) {
  const { id } = assessment
  const query = useQuery(summaryQuery(id))
  return (
    <ListState
      query={query}
      skeleton={<Waiting />}
      isEmpty={({ marked, absent }) => marked + absent === 0}
      empty={<Prompt title="No results yet" text="The figures are shown once marks have been given." />}
    >
      {(summary) => (
        <>
          <SheetsPanel assessment={assessment} />
          <SummaryPanel summary={summary} />
          <Results assessment={assessment} />
        </>
      )}
    </ListState>
  )
}

const columnsFor = (onHistory: (result: AssessmentResult) => void): readonly Column<AssessmentRosterRow>[] => [
  {
    header: 'Student Name',
    cell: (row) => (
      <>
        <Group gap="4px 8px">
          <StudentName student={row.student} />
          {row.student.status !== 'active' && <StatusBadge status={row.student.status} />}
          {row.student.status === 'active' && !row.is_marked && (
            <StatusBadge status="inactive" label="No longer in the group" />
          )}
        </Group>
        <CriteriaDetails criteria={row.result?.assessment.criteria ?? null} marks={row.result?.criteria_marks} />
      </>
    ),
  },
  { header: 'Roll Number', whole: true, cell: ({ student }) => student.roll_no ?? '—' },
  { header: 'Marks', end: true, cell: ({ result }) => markText(result, '—') },
  { header: 'Remarks', cell: ({ result }) => <bdi>{result?.remarks ?? '—'}</bdi> },
  actionsColumn(
    ({ student, result }) =>
      result && (
        <IconAction
          label={`History of the marks of ${student.name}`}
          icon={IconHistory}
          onClick={() => onHistory(result)}
        />
      ),
  ),
]

const studentKey = ({ student }: AssessmentRosterRow) => student.id

/** A student who is not marked, and never was, does not count as missing. */
const isCounted = ({ is_marked, result }: AssessmentRosterRow) => is_marked || result !== null

function Results({ assessment: { id } }: { assessment: Assessment }) {
  const [page, setPage] = useState(1)
  const [looked, setLooked] = useState<AssessmentResult>()
  const query = useQuery(resultsQuery(id, page))
  const columns = useMemo(() => columnsFor(setLooked), [])
  const close = () => setLooked(undefined)
  return (
    <section aria-label="Results">
      <Title order={3} size="h4" mb="xs">
        Results
      </Title>
      <ListState query={query} skeleton={<Waiting />}>
        {({ data, meta }) => (
          <>
            <DataTable
              caption="Results of the assessment"
              columns={columns}
              rows={data.filter(isCounted)}
              rowKey={studentKey}
            />
            <PagesRow meta={meta} onPage={setPage} />
          </>
        )}
      </ListState>
      {looked && (
        <Modal
          title="History of Marks"
          thing={
            <>
              {looked.student.roll_no} <PersonName name={looked.student.name} />
            </>
          }
          onClose={close}
          footer={<CloseFooter onClose={close} />}
        >
          <MarkHistoryPanel result={looked} />
        </Modal>
      )}
    </section>
  )
}
