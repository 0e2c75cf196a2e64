import { IconColumns2, IconSearch } from '@tabler/icons-react'
import { Button } from '../../ui/buttons.tsx'
import { Group } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type RosterFilter, type rosterCounts, SHOWN } from './grading.rules.ts'
import classes from './SubmissionsModal.module.css'
import { chooseBeside, useBeside, useMayBeside } from './work-beside.ts'

const SHOWN_LABELS = {
  all: 'All',
  submitted: 'Submitted',
  not_graded: 'Not graded',
  returned: 'Returned',
  not_submitted: 'Not submitted',
} satisfies Record<RosterFilter, string>

interface Props {
  counts: ReturnType<typeof rosterCounts>
  shown: RosterFilter
  onShow: (one: RosterFilter) => void
  search: string
  onSearch: (typed: string) => void
}

/** Narrows the students of a task by what they have handed in, and finds one of them. */
export function RosterFields({ counts, shown, onShow, search, onSearch }: Props) {
  const isBeside = useBeside()
  const countOf = {
    all: counts.total,
    submitted: counts.submitted,
    not_graded: counts.submitted - counts.graded - counts.returned,
    returned: counts.returned,
    not_submitted: counts.total - counts.submitted,
  }
  return (
    <Group justify="space-between" mb="sm">
      <Group gap={8} role="group" aria-label="Students shown">
        {SHOWN.filter((one) => one !== 'returned' || shown === one || counts.returned > 0).map((one) => (
          <Button
            key={one}
            size="sm"
            variant={shown === one ? 'filled' : 'default'}
            aria-pressed={shown === one}
            onClick={() => onShow(one)}
          >
            {SHOWN_LABELS[one]} ({countOf[one]})
          </Button>
        ))}
      </Group>
      {useMayBeside() && counts.submitted > 0 && (
        <Button
          variant={isBeside ? 'filled' : 'default'}
          leftSection={<IconColumns2 size={16} aria-hidden />}
          aria-pressed={isBeside}
          onClick={() => chooseBeside(!isBeside)}
        >
          Work beside
        </Button>
      )}
      <TextInput
        className={classes.search}
        aria-label="Search by name or roll number"
        placeholder="Name or roll number"
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    </Group>
  )
}
