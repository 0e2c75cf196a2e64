import { useCallbackRef } from '@mantine/hooks'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { collegeToday } from '../../../shared/college-clock.ts'
import { SECURITY_KINDS } from '../../../shared/contract/security-log.ts'
import { figure } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { personQuery } from '../../parts/people.ts'
import { Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { later } from '../../ui/later.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { addressOf, securityLogQuery } from './api.ts'
import { SecurityTable } from './SecurityTable.tsx'

export { needs } from './api.ts'

// A searched list is half as heavy as the rest of the screen, which is there without it.
const PersonPicker = later(
  async () => (await import('../../parts/PersonPicker.tsx')).PersonPicker,
  <TextInput label="Person" placeholder="Search by name, email or number" disabled />,
)

const KINDS = Object.entries(SECURITY_KINDS).map(([value, label]) => ({ value, label }))
const NOTHING = { user_id: undefined, kind: undefined, day: undefined, address: undefined, page: undefined }

/** Shows administrators the sign-ins, failures, refusals and exports. */
export function SecurityLogPage() {
  const filters = useFilters()
  const filter = addressOf(filters)
  const isFiltered = Object.values(filter).some(Boolean)

  const list = useQuery(securityLogQuery(filter, filters.page))
  // The address has the person's id, and the list may have no row of theirs.
  const person = useQuery(personQuery(filter.user_id))
  const known = person.data ?? undefined
  const change = useCallbackRef((changes: Record<string, string | number | undefined>) =>
    filters.set({ ...changes, page: undefined }),
  )

  return (
    <Page title="Security Log">
      <Text size="sm" c="dimmed">
        Sign-ins, failures, refusals and exports, newest first. What is equal within a minute is one row.
      </Text>
      <FilterPanel
        startsOpen
        chosen={[
          { label: 'Person', value: filter.user_id ? (known?.name ?? String(filter.user_id)) : undefined },
          { label: 'Kind', value: filter.kind && SECURITY_KINDS[filter.kind] },
          { label: 'Day', value: filter.day && formatDay(filter.day) },
          { label: 'Address', value: filter.address },
        ]}
        clear={{ label: 'Clear Filter', disabled: !isFiltered, onClear: () => filters.set(NOTHING) }}
      >
        <PersonPicker value={filter.user_id} known={known} onChange={(user_id) => change({ user_id })} />
        <SelectField
          label="Kind"
          blank="Everything"
          options={KINDS}
          value={filter.kind ?? ''}
          onChange={(event) => change({ kind: event.currentTarget.value })}
        />
        <TextInput
          label="Day"
          type="date"
          max={collegeToday()}
          value={filter.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <SearchField
          label="Address"
          placeholder="All of it, such as 10.0.0.1"
          value={filter.address}
          onChange={(address) => change({ address })}
        />
      </FilterPanel>
      <ListState
        query={list}
        skeleton={<SecurityTable rows={[]} loading onNarrow={change} />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Prompt
            icon={IconShieldCheck}
            title={isFiltered ? 'Nothing found' : 'Nothing has happened yet'}
            text={isFiltered ? 'Nothing in the log fits these filters.' : undefined}
          />
        }
      >
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 row' : `${figure(meta.total)} rows`}, the newest first
            </Text>
            <SecurityTable rows={data} onNarrow={change} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )}
      </ListState>
    </Page>
  )
}
