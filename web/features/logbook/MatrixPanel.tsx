import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { GroupMatrix } from '../../../shared/contract/logbook.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { activeGroupsQuery, everyGroupQuery } from '../../parts/api.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { Group, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { cellModal, exportMatrix, matrixAddressOf, matrixQuery, openedCell } from './matrix.api.ts'
import { PerformancesModal } from './PerformancesModal.tsx'

interface Props {
  /** Opens a dialog of the screen over an entry. */
  onOpen: (modal: string, id: number) => void
}

const NO_GROUP = {
  title: 'Select a Group',
  text: 'The logbook of a group is shown for one department, batch and group.',
}

/** Reads the chosen group from the address; the department is fixed for its staff. */
function usePlace() {
  const filters = useFilters()
  const own = useOwnDepartment()
  const at = matrixAddressOf(filters)
  const departmentId = own.loading ? undefined : (own.locked?.id ?? at.departmentId)
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(at.day === undefined ? activeGroupsQuery(departmentId) : everyGroupQuery(departmentId))
  const group = groups.data?.find(({ id, batch_id }) => id === at.groupId && batch_id === at.batchId)
  return {
    filters,
    departmentId,
    batchId: at.batchId,
    day: at.day,
    // A shared address may name a group that can't be chosen.
    groupId: group?.id,
    isComing: at.groupId !== undefined && (own.loading || groups.isLoading),
    chosen: [
      { label: 'Department', value: own.locked?.name ?? departments.data?.find(({ id }) => id === departmentId)?.name },
      { label: 'Batch', value: batches.data?.find(({ id }) => id === at.batchId)?.name },
      { label: 'Group', value: group?.name },
      { label: 'As of', value: at.day && writtenDay(at.day) },
    ],
  }
}

/** Shows the students of a chosen group by its requirements; each figure opens its performances. */
export function MatrixPanel({ onOpen }: Props) {
  const { filters, departmentId, batchId, groupId, day, isComing, chosen } = usePlace()
  const { set } = filters
  const query = useQuery(matrixQuery(groupId, day))
  const skeleton = <Skeleton height={320} role="status" aria-label="Loading" />
  return (
    <Stack gap="sm">
      <ChosenList
        chosen={chosen}
        startsOpen={filters.id('group_id') === undefined}
        fields={
          <>
            <DepartmentPicker value={departmentId} onChange={(id) => set({ of_department: id, group_id: undefined })} />
            <BatchPicker
              value={String(batchId ?? '')}
              onChange={(value) => set({ batch_id: value, group_id: undefined })}
            />
            <GroupPicker
              needsBatch
              ofPast={day !== undefined}
              departmentId={departmentId}
              batchId={batchId}
              value={groupId}
              onChange={(id) => set({ group_id: id })}
            />
            <TextInput
              label="As of"
              type="date"
              max={collegeToday()}
              value={day ?? ''}
              onChange={(event) => set({ on: event.currentTarget.value })}
            />
          </>
        }
        missing={groupId === undefined && !isComing ? NO_GROUP : undefined}
      >
        {() =>
          groupId === undefined ? (
            skeleton
          ) : (
            <ListState query={query} skeleton={skeleton}>
              {(matrix) => <Matrix matrix={matrix} day={day} onOpen={onOpen} />}
            </ListState>
          )
        }
      </ChosenList>
    </Stack>
  )
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

function Matrix({ matrix, day, onOpen }: Props & { matrix: GroupMatrix; day: string | undefined }) {
  const { modal, id, open, close } = useModalUrl()
  const openCell = useCallback((taskId: number, studentId: number) => open(cellModal(taskId), studentId), [open])
  const { skills, students } = matrix
  if (skills.length === 0)
    return (
      <Prompt
        title="Nothing is asked of this group yet"
        text="A bulk task with a number as its detail asks a skill of its groups, so often."
      />
    )
  if (students.length === 0) return <Prompt title="No students in this group" />
  const behind = students.filter(({ cells }) => cells.some(({ is_behind }) => is_behind)).length
  const opened = openedCell(matrix, modal, id)
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {counted(students.length, 'student', 'students')} by {counted(skills.length, 'requirement', 'requirements')}
          {behind > 0 && `, ${behind} behind`}
        </Text>
        <ExportPanel
          formats={DOCUMENTS}
          fileName={() => `logbook-group-${matrix.group.id}-${collegeToday()}`}
          read={exportMatrix(matrix.group.id, day)}
        />
      </Group>
      <MatrixTable matrix={matrix} onOpen={openCell} />
      <Text size="sm" c="dimmed">
        What counts, of what is required; +2 wait to be signed. Behind is who has less than half when half of the time
        is over.
      </Text>
      {opened && (
        <PerformancesModal
          thing={`${opened.column.skill.name}, ${opened.student.name}`}
          filter={{ student_id: opened.student.id, skill_id: opened.column.skill.id, to: day }}
          onOpen={onOpen}
          onClose={close}
        />
      )}
    </>
  )
}
