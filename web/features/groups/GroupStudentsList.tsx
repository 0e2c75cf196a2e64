import { IconRefresh } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'
import { messageOf } from '../../core/api-error.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group as Row, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { GroupStudentRow } from './GroupStudentRow.tsx'
import classes from './GroupStudents.module.css'
import { studentsFound } from './rules.ts'

interface Props {
  group: Group
  students: readonly GroupCandidate[]
  checked: ReadonlySet<number>
  /** The error of the last refresh. */
  failure: Error | null
  refreshing: boolean
  onRefresh: () => void
  /** Left out for a list that is only shown. */
  onToggle?: (student: GroupCandidate) => void
}

/** Lists the students of a group's batch, and marks the group's members. */
export function GroupStudentsList({ group, students, checked, failure, refreshing, onRefresh, onToggle }: Props) {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const found = useMemo(() => studentsFound(students, words), [students, words])
  return (
    <Stack
      gap="md"
      onKeyDown={(event) => {
        // Enter in the search or on a student must not save.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <dl className={classes.facts}>
        <div>
          <dt>Batch</dt>
          <dd>{group.batch.name}</dd>
        </div>
        <div>
          <dt>Department</dt>
          <dd>{group.department?.name ?? 'N/A'}</dd>
        </div>
        <div>
          <dt>Students in Group</dt>
          <dd>
            {checked.size}/{students.length}
          </dd>
        </div>
      </dl>
      {failure && <Problem text={messageOf(failure)} />}
      <Row align="flex-end" gap="sm">
        <div className={classes.search}>
          <SearchField label="Search students" placeholder="Name or roll number" value={search} onChange={setSearch} />
        </div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={refreshing}
          onClick={onRefresh}
        >
          {refreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      </Row>
      {students.length === 0 ? (
        <Prompt title="No students found in this batch" />
      ) : found.length === 0 ? (
        <Text c="dimmed" role="status">
          No students found matching your search
        </Text>
      ) : (
        <ul aria-label="Students">
          {found.map((student) => (
            <GroupStudentRow
              key={student.id}
              student={student}
              groupId={group.id}
              checked={checked.has(student.id)}
              onToggle={onToggle}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}
