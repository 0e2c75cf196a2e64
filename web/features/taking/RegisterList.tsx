import { IconPrinter } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text, VisuallyHidden } from '../../ui/elements.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { showFocused, Tally } from '../../ui/Tally.tsx'
import { CHOICES, EntryRow } from './EntryRow.tsx'
import classes from './RegisterList.module.css'
import { type EntryDraft, type EntryStatus, entryCounts, entryOf, remarkOf } from './register.rules.ts'
import { inOrder, studentsFound, UNMARKED } from './roster.rules.ts'

interface Props {
  students: readonly RosterStudent[]
  given: EntryDraft
  /** The register was taken before: who is not marked stays so. */
  taken: boolean
  onEntry: (studentId: number, status: EntryStatus) => void
  onRemark: (studentId: number, text: string) => void
}

/** Focuses the button of another student's row, in the same column. */
function focusRow(list: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-student]')]
  const here = from.closest<HTMLElement>('[data-student]')
  if (!here) return
  const column = [...here.children].indexOf(from)
  const target = rows[rows.indexOf(here) + step]?.children[Math.max(column, 0)]
  if (target instanceof HTMLElement) target.focus()
}

/** Shows the students with the choices, the totals so far, and a search. */
export function RegisterList({ students, given, taken, onEntry, onRemark }: Props) {
  const [search, setSearch] = useState('')
  const found = useMemo(() => studentsFound(inOrder(students), search), [students, search])
  const counts = entryCounts(students, given.entries)
  const first = found.find(({ is_marked }) => is_marked)
  const firstLater = found.find(({ joined_on }) => joined_on)

  // P, A and L mark and go on to the next student; the arrows only move.
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const from = event.target
    if (!(from instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const row = from.closest<HTMLElement>('[data-student]')
    if (!row) return
    const chosen = CHOICES.find(({ key }) => key === event.key.toLowerCase())
    if (chosen) onEntry(Number(row.dataset.student), chosen.status)
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    focusRow(event.currentTarget, from, event.key === 'ArrowUp' ? -1 : 1)
  }

  if (students.length === 0) return <Prompt title="No students found in this group" />
  return (
    <Stack gap="sm">
      <Tally
        label="Counts"
        figures={{
          Present: counts.present,
          Absent: counts.absent,
          Leave: counts.leave,
          'Not marked': counts.untouched,
        }}
      >
        <div className={classes.search}>
          <SearchField label="Search students" placeholder="Name or roll number" value={search} onChange={setSearch} />
        </div>
      </Tally>
      <div className={classes.keys}>
        <Text size="sm" c="dimmed">
          Keys: P present, A absent, L leave, ↑ ↓ another student.
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print register
        </Button>
      </div>
      <VisuallyHidden aria-live="polite">
        {search !== '' && `${found.length} of ${students.length} students`}
      </VisuallyHidden>
      {found.length === 0 ? (
        <Text c="dimmed">No students found matching your search</Text>
      ) : (
        <ul aria-label="Students" onKeyDown={onKeyDown} onFocus={showFocused}>
          {found.map((student) => (
            <EntryRow
              key={student.student_id}
              heading={student === firstLater ? 'Joined later: not counted unless marked' : undefined}
              student={student}
              entry={entryOf(student, given.entries)}
              byDefault={taken ? undefined : UNMARKED}
              remark={remarkOf(student, given.remarks)}
              first={student === first}
              onEntry={onEntry}
              onRemark={onRemark}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}
