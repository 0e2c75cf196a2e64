import { useQuery } from '@tanstack/react-query'
import { LOG_STATUSES, wordOf } from '../../../shared/labels.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { addressOf, entriesQuery } from './api.ts'
import { LogEntriesTable } from './LogEntriesTable.tsx'
import { LOG_STATUS_WORDS, optionsOf } from './rules.ts'

const NO_FILTER = { status: undefined, department_id: undefined, student_id: undefined, skill_id: undefined }

/** Lists the performances that the person may read, by department and status. */
export function AllEntriesPanel({ onOpen }: { onOpen: (modal: string, id: number) => void }) {
  const { own, department, filters } = useDepartmentFilters()
  const at = addressOf(filters)
  const { status } = at.filter
  const seesCollege = !own.loading && own.locked === undefined
  const query = useQuery({ ...entriesQuery(at), enabled: !own.loading })
  const known = LOG_STATUSES.find((one) => one === status)
  return (
    <Stack gap="sm">
      <FilterPanel
        chosen={[
          { label: 'Status', value: known && wordOf(LOG_STATUS_WORDS, known) },
          { label: 'Department', value: seesCollege ? department?.name : undefined },
        ]}
        clear={{
          disabled: !status && (!seesCollege || filters.departmentId === undefined),
          onClear: () => filters.choose(NO_FILTER),
        }}
      >
        <SelectField
          label="Status"
          blank="All statuses"
          options={optionsOf(LOG_STATUS_WORDS)}
          value={status ?? ''}
          onChange={(event) => filters.choose({ status: event.currentTarget.value })}
        />
        {seesCollege && (
          <DepartmentPicker
            blank="All departments"
            value={filters.departmentId}
            onChange={(id) => filters.choose({ department_id: id })}
          />
        )}
      </FilterPanel>
      <ListState query={query} skeleton={<Skeleton height={240} />}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NothingFound title="No performances found" of="performances" onShowAll={() => filters.choose(NO_FILTER)} />
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
