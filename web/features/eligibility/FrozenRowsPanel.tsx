import { useQuery } from '@tanstack/react-query'
import type { FrozenListWithRules, FrozenRow } from '../../../shared/contract/eligibility-lists.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowText } from '../../ui/RowText.tsx'
import classes from './FrozenRowsPanel.module.css'
import { frozenRowsQuery } from './lists.api.ts'
import { figureLines, listAddressOf } from './lists.rules.ts'
import { OrderFields, SearchFields } from './SearchFields.tsx'
import { VerdictRow } from './VerdictRow.tsx'
import { VerdictsPanel } from './VerdictsPanel.tsx'

const COLUMNS: readonly Column<FrozenRow>[] = [
  {
    header: 'Student',
    // Without a link: the student may be gone, and the name is that of the day.
    cell: ({ name, roll_no }) => (
      <div>
        <PersonName name={name} />
        <RowText kind="detail">{roll_no}</RowText>
      </div>
    ),
  },
  {
    header: 'Verdict',
    wide: true,
    cell: (row) => <VerdictRow row={row} />,
  },
  {
    header: 'Figures',
    wide: true,
    cell: (row) => (
      <details className={classes.details}>
        <summary>All figures</summary>
        {figureLines(row).map((line) => (
          <RowText key={line} kind="detail">
            {line}
          </RowText>
        ))}
      </details>
    ),
  },
]
const TABLE = { caption: 'Students', columns: COLUMNS, rowKey: ({ student_id }: FrozenRow) => student_id }

/** Shows the students of a frozen list with the figures of its moment. */
export function FrozenRowsPanel({ list }: { list: FrozenListWithRules }) {
  const filters = useFilters()
  const filter = listAddressOf(filters)
  const query = useQuery(frozenRowsQuery(list.id, filter, filters.page))
  return (
    <>
      <VerdictsPanel counts={list.counts} verdict={filter.verdict} onChoose={filters.choose} />
      <SearchFields q={filter.q} onChoose={filters.choose}>
        <OrderFields sort={filter.sort} onChoose={filters.choose} />
      </SearchFields>
      <ListState
        query={query}
        skeleton={<DataTable {...TABLE} rows={[]} loading />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <NothingFound
            title="No students found with these filters"
            of="students"
            onShowAll={() => filters.choose({ q: undefined, verdict: undefined })}
          />
        }
      >
        {({ data, meta }) => (
          <>
            <div className={classes.list}>
              <DataTable {...TABLE} rows={data} />
            </div>
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    </>
  )
}
