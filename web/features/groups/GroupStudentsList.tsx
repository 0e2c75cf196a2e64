import { useCallbackRef } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'
import { messageOf } from '../../core/api-error.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group as Row, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { GroupStudentRow } from './GroupStudentRow.tsx'
import classes from './GroupStudents.module.css'
import { RollNumbersPanel } from './RollNumbersPanel.tsx'
import { isFree, rangeOf, studentsFound } from './rules.ts'

interface Props {
  group: Group
  students: readonly GroupCandidate[]
  checked: ReadonlySet<number>
  /** The error of the last refresh. */
  failure: Error | null
  refreshing: boolean
  onRefresh: () => void
  /** Left out for a list that is only shown. */
  onTick?: (students: readonly GroupCandidate[], checked: boolean) => void
}

/** Lists the students of a group's batch, and marks the group's members. */
export function GroupStudentsList({ group, students, checked, failure, refreshing, onRefresh, onTick }: Props) {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const found = useMemo(() => studentsFound(students, words), [students, words])
  const free = found.filter((student) => isFree(student, group.id, checked.has(student.id)))
  /** The id of the student who was touched last. */
  const last = useRef(0)

  // The function stays the same, so that a click draws one row and not five hundred.
  const touch = useCallbackRef((student: GroupCandidate, isRange: boolean) => {
    const touched = isRange ? rangeOf(found, last.current, student) : [student]
    // A range takes over the tick of the student with whom it begins.
    const isOn = touched.length > 1 ? checked.has(last.current) : !checked.has(student.id)
    last.current = student.id
    onTick?.(touched, isOn)
  })

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
          <SearchField
            isFirst
            label="Search students"
            placeholder="Name or roll number"
            value={search}
            onChange={setSearch}
          />
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
      {onTick && students.length > 0 && (
        <div>
          {free.length > 0 && <TickButtons students={free} onTick={onTick} />}
          <RollNumbersPanel
            groupId={group.id}
            batchName={group.batch.name}
            students={students}
            checked={checked}
            onFound={(those) => {
              // Shows everybody again: nobody is selected out of sight.
              setSearch('')
              onTick(those, true)
            }}
          />
        </div>
      )}
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
              onTouch={onTick && touch}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Selects all students that are shown, or none of them. */
function TickButtons({ students, onTick }: { students: readonly GroupCandidate[] } & Required<Pick<Props, 'onTick'>>) {
  return (
    <Row gap="sm">
      <Button variant="default" className={classes.thumb} onClick={() => onTick(students, true)}>
        {`Select all ${students.length}`}
      </Button>
      <Button variant="default" className={classes.thumb} onClick={() => onTick(students, false)}>
        {`Unselect all ${students.length}`}
      </Button>
      <Text size="sm" c="dimmed" className={classes.hint}>
        Shift and a click select a range.
      </Text>
    </Row>
  )
}
