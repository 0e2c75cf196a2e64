import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Hint } from '../../../shared/contract/logbook.ts'
import { wordOf } from '../../../shared/labels.ts'
import { problemsOf } from '../../core/api-error.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { DaysFields, daysText } from './DaysFields.tsx'
import { HINT_WORDS, HintsTable } from './HintsTable.tsx'
import { hintModal, hintsAddressOf, hintsQuery, openedHint } from './hints.api.ts'
import { PerformancesModal } from './PerformancesModal.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { NO_PLACE, usePlaceFilters } from './place-filters.ts'
import { optionsOf } from './rules.ts'

interface Props {
  /** Opens a dialog of the screen over an entry. */
  onOpen: (modal: string, id: number) => void
}

const NO_FILTER = { ...NO_PLACE, kind: undefined, from: undefined, to: undefined }

/** Lists hints that performances or signatures may be worth a look. */
export function HintsPanel({ onOpen }: Props) {
  const place = usePlaceFilters()
  const { own, filters } = place
  const at = hintsAddressOf(filters)
  const { kind, from, to } = at.filter
  const query = useQuery({ ...hintsQuery(at), enabled: !own.loading })
  const { modal, id, open, close } = useModalUrl()
  const show = useCallbackRef((hint: Hint) => open(hintModal(hint), hint.entry_ids[0]))
  const opened = openedHint(query.data?.data ?? [], modal, id)
  const isFiltered = Boolean(kind || from || to) || place.isNarrowed
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Where a look may be worth while. A hint is no verdict: there may well be a good reason.
      </Text>
      <FilterPanel
        chosen={[
          { label: 'Kind', value: kind && wordOf(HINT_WORDS, kind) },
          ...place.chosen,
          { label: 'Performed', value: daysText(from, to) ?? 'in the last 30 days' },
        ]}
        clear={{ disabled: !isFiltered, onClear: () => filters.choose(NO_FILTER) }}
      >
        <SelectField
          label="Kind"
          blank="All kinds"
          options={optionsOf(HINT_WORDS)}
          value={kind ?? ''}
          onChange={(event) => filters.choose({ kind: event.currentTarget.value })}
        />
        <PlaceFields of={place} />
        <DaysFields from={from} to={to} onChange={filters.choose} />
      </FilterPanel>
      <ListState
        query={query}
        skeleton={<Skeleton height={240} role="status" aria-label="Loading" />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          isFiltered ? (
            <NothingFound title="No hints found" of="hints" onShowAll={() => filters.choose(NO_FILTER)} />
          ) : (
            <Prompt title="No hints" text="Nothing among the performances of the last 30 days stands out." />
          )
        }
        // The days stand in fields of the filters, which show no refusal.
        {...(query.error && { failure: problemsOf(query.error) })}
      >
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 hint' : `${meta.total} hints`}, the latest first
            </Text>
            <HintsTable hints={data} onShow={show} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
      {opened && (
        <PerformancesModal
          thing={[wordOf(HINT_WORDS, opened.kind), (opened.student ?? opened.person)?.name].filter(Boolean).join(': ')}
          filter={{ ids: opened.entry_ids.join(',') }}
          ofSeveral={opened.student === null}
          onOpen={onOpen}
          onClose={close}
        />
      )}
    </Stack>
  )
}
