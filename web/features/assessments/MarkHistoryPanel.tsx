import { useQuery } from '@tanstack/react-query'
import type { ResultChanged } from '../../../shared/contract/assessment-figures.ts'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { DOT } from '../../ui/texts.ts'
import { markText } from './absent.rules.ts'
import { historyQuery } from './figures.api.ts'

/** Lists the changes of one result's marks with the people who made them, newest first. */
export function MarkHistoryPanel({ result: { assessment_id, student_id } }: { result: AssessmentResult }) {
  const query = useQuery(historyQuery(assessment_id, student_id))
  return (
    <ListState
      query={query}
      skeleton={<Skeleton height={48} role="status" aria-label="Loading" />}
      isEmpty={({ data }) => data.length === 0}
      empty={<Text c="dimmed">No changes recorded.</Text>}
    >
      {({ data, meta }) => (
        <Stack component="ol" gap="xs">
          {data.map((change) => (
            <Change key={change.id} change={change} />
          ))}
          {meta.total > data.length && (
            <Text component="li" size="sm" c="dimmed">
              Only the newest {data.length} of {meta.total} changes are shown.
            </Text>
          )}
        </Stack>
      )}
    </ListState>
  )
}

/** Returns the marks before or after a change, an absence as its word. */
const marksText = ({ marks, status }: ResultChanged, side: 'from' | 'to') =>
  markText({ marks: marks?.[side] ?? null, status: status?.[side] ?? 'submitted' }, '–')

type OfCriteria = NonNullable<ResultChanged['criteria_marks']>

/** Returns "2: 1.00 → 1.50; 4: – → 2.00", the criteria that have changed by their numbers. */
function criteriaTold({ from, to }: OfCriteria): string {
  const text = (marks: OfCriteria['from'], index: number) => {
    const one = marks?.[index]
    return one == null ? '–' : decimalText(one)
  }
  return (to ?? from ?? [])
    .map((_, index) => [index + 1, text(from, index), text(to, index)] as const)
    .filter(([, before, after]) => before !== after)
    .map(([nth, before, after]) => `${nth}: ${before} → ${after}`)
    .join('; ')
}

function Change({ change }: { change: ResultChanged }) {
  const { at, actor, remarks, criteria_marks } = change
  const [before, after] = [marksText(change, 'from'), marksText(change, 'to')]
  return (
    <li>
      <Text size="sm" c="dimmed">
        {formatInstant(at)}
        {DOT}
        {actor ? <PersonName name={actor.name} /> : 'System'}
      </Text>
      {before !== after && (
        <Text size="sm">
          Marks: {before} → {after}
        </Text>
      )}
      {criteria_marks && <Text size="sm">Criteria: {criteriaTold(criteria_marks)}</Text>}
      {remarks && (
        <Text size="sm">
          Remarks: <bdi>{remarks.from ?? '–'}</bdi> → <bdi>{remarks.to ?? '–'}</bdi>
        </Text>
      )}
    </li>
  )
}
