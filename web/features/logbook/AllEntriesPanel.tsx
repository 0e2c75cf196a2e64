import { useQuery } from '@tanstack/react-query'
import { LOG_STATUSES, wordOf } from '../../../shared/labels.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { addressOf, entriesQuery } from './api.ts'
import { DaysFields, daysText } from './DaysFields.tsx'
import { LogEntriesTable } from './LogEntriesTable.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { NO_PLACE, usePlaceFilters } from './place-filters.ts'
import { LOG_STATUS_WORDS, optionsOf } from './rules.ts'

const NO_FILTER = {
  ...NO_PLACE,
  status: undefined,
  student_id: undefined,
  skill_id: undefined,
  supervisor_id: undefined,
  from: undefined,
  to: undefined,
}

/** Names what an address has chosen: each row has it. */
const nameOf = (wanted: number | undefined, of: { name: string } | undefined) =>
  wanted === undefined ? undefined : (of?.name ?? 'chosen')

/** Lists the performances that the person may read, by status, place and days; an address may choose more. */
export function AllEntriesPanel({ onOpen }: { onOpen: (modal: string, id: number) => void }) {
  const place = usePlaceFilters()
  const { own, filters } = place
  const at = addressOf(filters)
  const { status, student_id, skill_id, supervisor_id, from, to } = at.filter
  const isNarrowed = [status, student_id, skill_id, supervisor_id, from, to, place.isNarrowed].some(Boolean)
  const query = useQuery({ ...entriesQuery(at), enabled: !own.loading })
  const first = query.data?.data[0]
  const known = LOG_STATUSES.find((one) => one === status)
  return (
    <Stack gap="sm">
      <FilterPanel
        chosen={[
          { label: 'Status', value: known && wordOf(LOG_STATUS_WORDS, known) },
          ...place.chosen,
          { label: 'Student', value: nameOf(student_id, first?.student) },
          { label: 'Skill', value: nameOf(skill_id, first?.skill) },
          { label: 'Supervisor', value: nameOf(supervisor_id, first?.supervisor) },
          { label: 'Performed', value: daysText(from, to) },
        ]}
        clear={{ disabled: !isNarrowed, onClear: () => filters.choose(NO_FILTER) }}
      >
        <SelectField
          label="Status"
          blank="All statuses"
          options={optionsOf(LOG_STATUS_WORDS)}
          value={status ?? ''}
          onChange={(event) => filters.choose({ status: event.currentTarget.value })}
        />
        <PlaceFields of={place} />
        <DaysFields from={from} to={to} onChange={filters.choose} />
      </FilterPanel>
      <ListState query={query} skeleton={<Skeleton height={240} />}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <>
              {from && to && to < from && <Text role="alert">The last day is before the first one.</Text>}
              <NothingFound
                title="No performances found"
                of="performances"
                onShowAll={() => filters.choose(NO_FILTER)}
              />
            </>
          ) : (
            <>
              <Text size="sm" c="dimmed" role="status">
                {meta.total === 1 ? '1 performance' : `${meta.total} performances`}
              </Text>
              <LogEntriesTable entries={data} of="staff" onView={(id) => onOpen('view', id)} />
              <PagesRow meta={meta} onPage={filters.turnTo} />
            </>
          )
        }
      </ListState>
    </Stack>
  )
}
