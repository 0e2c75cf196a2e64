import type { ReactNode } from 'react'
import type { Skill } from '../../../shared/contract/skills.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Shows a text with a smaller one below it, as one part of a row that is stacked on a phone. */
const over = (text: ReactNode, below: string | null) => (
  <div>
    {text}
    {below && (
      <Text size="sm" c="dimmed" dir="auto">
        {below}
      </Text>
    )}
  </div>
)

/** Keeps "Communication" in one piece. */
const Category = ({ of }: { of: string | null }) => (
  <bdi style={{ display: 'inline-block', maxWidth: '12rem', overflowWrap: 'break-word' }}>{of ?? '—'}</bdi>
)

const NAME: Column<Skill> = {
  header: 'Name',
  cell: ({ name, code }) =>
    over(
      <strong dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </strong>,
      code,
    ),
}
const CATEGORY: Column<Skill> = { header: 'Category', cell: ({ category }) => <Category of={category} /> }
const CATEGORY_OF: Column<Skill> = {
  header: 'Category',
  cell: ({ category, department }) => over(<Category of={category} />, department.name),
}
const FIGURES: readonly Column<Skill>[] = [
  {
    header: 'Level',
    cell: ({ level }) => <span style={{ overflowWrap: 'normal' }}>{wordOf(LEVEL_WORDS, level)}</span>,
  },
  { header: 'Usual count', end: true, cell: ({ usual_count }) => usual_count ?? '—' },
  { header: 'Year', cell: ({ year }) => <span style={{ whiteSpace: 'nowrap' }}>{year ?? '—'}</span> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

interface Props {
  rows: readonly Skill[]
  loading?: boolean
  /** False while all rows are of one department. */
  showsDepartment: boolean
  writes: boolean
  onAction: (action: 'view' | 'edit' | 'delete', row: Skill) => void
}

/** Shows skills, by department, category and name. */
export function SkillsTable({ rows, loading = false, showsDepartment, writes, onAction }: Props) {
  const actions = actionsColumn<Skill>((row) => (
    <RowActions of={row.name} view edit={writes} remove={writes} onAction={(action) => onAction(action, row)} />
  ))
  return (
    <DataTable
      caption="Skills"
      columns={[NAME, showsDepartment ? CATEGORY_OF : CATEGORY, ...FIGURES, actions]}
      rows={rows}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
}
