import { SimpleGrid } from '../../ui/elements.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SORT_OPTIONS, type Sort, sortInAddress } from './rules.ts'

interface Props {
  q: string
  sort: Sort
  onChoose: (changes: { q?: string; sort?: string | undefined }) => void
}

/** Searches a list of students, and puts it in order. */
export const SearchFields = ({ q, sort, onChoose }: Props) => (
  <SimpleGrid cols={{ base: 2 }} spacing="md">
    <SearchField
      label="Search students"
      placeholder="Name or roll number"
      value={q}
      onChange={(typed) => onChoose({ q: typed })}
    />
    <SelectField
      label="Order"
      options={SORT_OPTIONS}
      value={sort}
      onChange={(event) => onChoose({ sort: sortInAddress(event.currentTarget.value) })}
    />
  </SimpleGrid>
)
