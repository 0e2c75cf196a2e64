import { useQuery } from '@tanstack/react-query'
import {
  type ConditionDifference,
  DIFFERENCE_KINDS,
  type DifferenceCounts,
  type DifferenceKind,
  type FrozenList,
  type ListDifference,
} from '../../../shared/contract/eligibility-lists.ts'
import { figure, wordOf } from '../../../shared/labels.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowText } from '../../ui/RowText.tsx'
import classes from './FrozenRowsPanel.module.css'
import { differenceCountsQuery, differencesQuery } from './lists.api.ts'
import {
  conditionChange,
  KIND_WORDS,
  listAddressOf,
  listName,
  ruleDifferenceText,
  verdictChange,
  verdictsFirst,
} from './lists.rules.ts'
import rows from './VerdictsPanel.module.css'

/** The lines of a row. A rule that changes for all makes a line of nearly every condition. */
const LINES = 3

const lines = (conditions: readonly ConditionDifference[]) =>
  conditions.map((one) => (
    <RowText key={`${one.condition} ${one.department.id}`} kind="detail">
      {conditionChange(one)}
    </RowText>
  ))

/** Says how conditions changed, those with another verdict first; what is left of many is folded. */
function Changes({ of }: { of: readonly ConditionDifference[] }) {
  const conditions = verdictsFirst(of)
  const more = conditions.slice(LINES)
  if (more.length < 2) return <div>{lines(conditions)}</div>
  return (
    <div>
      {lines(conditions.slice(0, LINES))}
      <details className={classes.details}>
        <summary>{more.length} more</summary>
        {lines(more)}
      </details>
    </div>
  )
}

const COLUMNS: readonly Column<ListDifference>[] = [
  {
    header: 'Student',
    cell: ({ name, roll_no }) => (
      <div>
        <PersonName name={name} />
        <RowText kind="detail">{roll_no}</RowText>
      </div>
    ),
  },
  {
    header: 'Change',
    cell: ({ kinds }) => kinds.map((kind) => wordOf(KIND_WORDS, kind)).join(', '),
  },
  { header: 'Verdict', cell: verdictChange },
  {
    header: 'Conditions',
    cell: ({ conditions }) => (conditions.length === 0 ? '—' : <Changes of={conditions} />),
  },
]
const TABLE = {
  caption: 'Students who differ',
  columns: COLUMNS,
  rowKey: ({ student_id }: ListDifference) => student_id,
}

interface Props {
  list: FrozenList
  /** The list with which it is compared. */
  other: number
}

/** Shows how two frozen lists differ, from the former to the later. */
export function DifferencesPanel({ list, other }: Props) {
  const filters = useFilters()
  const filter = listAddressOf(filters)
  const counts = useQuery(differenceCountsQuery(list.id, other))
  const query = useQuery(differencesQuery(list.id, other, filter, filters.page))
  return (
    <Stack component="section" gap="sm" aria-label="Differences">
      <Title order={2} size="h4">
        Differences
      </Title>
      {counts.data && <Summary of={counts.data} kind={filter.kind} onChoose={filters.choose} />}
      <ListState
        query={query}
        skeleton={<DataTable {...TABLE} rows={[]} loading />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={<Prompt title="No student differs" text="Both lists say the same of each of them." />}
      >
        {({ data, meta }) => (
          <>
            <DataTable {...TABLE} rows={data} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    </Stack>
  )
}

interface SummaryProps {
  of: DifferenceCounts
  kind: DifferenceKind | undefined
  onChoose: (changes: { kind: string | undefined }) => void
}

/** Counts the students who differ in each way, and says which rules do; a press lists those of one way. */
const Summary = ({ of: { former, later, counts, rules }, kind, onChoose }: SummaryProps) => (
  <>
    <Text size="sm">
      From {listName(former)}, to {listName(later)}
    </Text>
    {rules.length > 0 && (
      <div>
        <RowText kind="name">Rules</RowText>
        {rules.map((rule) => (
          <RowText key={`${rule.condition} ${rule.department?.id}`} kind="detail">
            {ruleDifferenceText(rule)}
          </RowText>
        ))}
      </div>
    )}
    <Group gap={8} role="group" aria-label="Kinds of change" className={rows.row}>
      {DIFFERENCE_KINDS.map((one) => (
        <Button
          key={one}
          variant={one === kind ? 'filled' : 'default'}
          aria-pressed={one === kind}
          onClick={() => onChoose({ kind: one === kind ? undefined : one })}
        >
          {KIND_WORDS[one]} {figure(counts[one])}
        </Button>
      ))}
    </Group>
  </>
)
