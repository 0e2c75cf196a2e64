import { labelOf, REPORT_CATEGORIES, REPORT_SEVERITIES, REPORT_STATUSES } from '../../../shared/labels.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { Stack } from '../../ui/elements.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { ORDERS, type ReportFilter } from './api.ts'
import classes from './ReportsFilterPanel.module.css'

/** `overdue` finds reports whoever's turn it is. */
const TURNS = [
  { value: 'mine', label: 'Yours' },
  { value: 'overdue', label: 'Overdue' },
]

/** The filters of the panel, each one of a few words. */
const CHOICES = [
  { name: 'status', label: 'Status', blank: 'All statuses', options: wordOptions(REPORT_STATUSES) },
  { name: 'severity', label: 'Severity', blank: 'All severities', options: wordOptions(REPORT_SEVERITIES) },
  { name: 'category', label: 'Category', blank: 'All categories', options: wordOptions(REPORT_CATEGORIES) },
  { name: 'turn', label: 'Turn', blank: "Anybody's", options: TURNS },
] as const

/** Leaves out the default order. Reporters, who handle no report, are not offered the order by waiting. */
const orderOptions = (...but: (keyof typeof ORDERS)[]) =>
  Object.entries(ORDERS).flatMap(([value, { label }]) => (but.some((one) => one === value) ? [] : [{ value, label }]))
const STAFF_ORDERS = { blank: 'Unanswered first, else newest', options: orderOptions() }
const REPORTER_ORDERS = { blank: ORDERS.newest.label, options: orderOptions('newest', 'waiting') }

interface Props {
  /** True for a person who handles reports, beside filing them. */
  handles: boolean
  filter: ReportFilter
  isFiltered: boolean
  onChoose: (changes: Partial<Record<keyof ReportFilter, string>>) => void
  onClear: () => void
}

/** The search, filters and order of all lists of the screen. */
export function ReportsFilterPanel({ handles, filter, isFiltered, onChoose, onClear }: Props) {
  return (
    <Stack gap="xs">
      <div className={classes.search}>
        <SearchField
          label="Search reports"
          placeholder="Title, student name, case number or description"
          value={filter.q}
          onChange={(q) => onChoose({ q })}
        />
        <SelectField
          label="Order"
          {...(handles ? STAFF_ORDERS : REPORTER_ORDERS)}
          value={filter.order}
          onChange={(event) => onChoose({ order: event.currentTarget.value })}
        />
      </div>
      <FilterPanel
        chosen={CHOICES.map(({ name, label }) => {
          const value = filter[name]
          return { label, value: TURNS.find((turn) => turn.value === value)?.label ?? (value && labelOf(value)) }
        })}
        clear={{ disabled: !isFiltered, onClear: onClear }}
      >
        {CHOICES.map(({ name, ...choice }) => (
          <SelectField
            key={name}
            {...choice}
            value={filter[name]}
            onChange={(event) => onChoose({ [name]: event.currentTarget.value })}
          />
        ))}
      </FilterPanel>
    </Stack>
  )
}
