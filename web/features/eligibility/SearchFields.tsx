import type { ReactNode } from 'react'
import { Group } from '../../ui/elements.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SORT_OPTIONS, type Sort, sortInAddress } from './rules.ts'
import classes from './SearchFields.module.css'

interface SearchProps {
  q: string
  onChoose: (changes: { q?: string; sort?: string | undefined }) => void
  /** Stands at the end of the row. */
  children?: ReactNode
}

/** Searches a list of students. */
export const SearchFields = ({ q, onChoose, children }: SearchProps) => (
  <Group gap="sm" align="flex-end" wrap="nowrap">
    <div className={classes.search}>
      <SearchField
        label="Search students"
        placeholder="Name or roll number"
        value={q}
        onChange={(typed) => onChoose({ q: typed })}
      />
    </div>
    {children}
  </Group>
)

/** Puts a list of students in order. */
export const OrderFields = ({ sort, onChoose }: Pick<SearchProps, 'onChoose'> & { sort: Sort }) => (
  <SelectField
    label="Order"
    options={SORT_OPTIONS}
    value={sort}
    onChange={(event) => onChoose({ sort: sortInAddress(event.currentTarget.value) })}
  />
)
