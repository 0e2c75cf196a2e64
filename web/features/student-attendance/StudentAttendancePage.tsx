import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can, hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { FilterPanel, OpenFilters } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { LoadingRecord, OwnStudent } from '../../parts/OwnStudent.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { StudentPicker } from '../../parts/StudentPicker.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { addressOf, studentQuery } from './api.ts'
import { RecordPanel } from './RecordPanel.tsx'

export { needs } from './api.ts'

export function StudentAttendancePage() {
  const roles = useRoles()
  const isStaff = hasAnyRole(roles, STAFF_ROLES)
  return (
    <Page
      title="Student Attendance Records"
      actions={
        !isStaff &&
        can(roles, 'leaves:ask') && (
          <Button component={ScreenLink} to="/leaves?modal=add" variant="default">
            Ask for Leave
          </Button>
        )
      }
    >
      {isStaff ? (
        <ChosenRecord />
      ) : (
        <OwnStudent>{(student) => <RecordPanel student={student} reader="student" />}</OwnStudent>
      )}
    </Page>
  )
}

/** The parameters to clear when a filter above them changes. */
const NO_STUDENT = { student_id: undefined, tab: undefined, page: undefined }

/** Shows the record of a student whom staff choose. */
function ChosenRecord() {
  const { own, department, filters } = useDepartmentFilters()
  const { departmentId } = filters
  const [filtersOpened, setFiltersOpened] = useState(false)

  const { batchId, studentId } = addressOf(filters)
  const batches = useQuery(batchChoicesQuery)
  const student = useQuery(studentQuery(studentId))

  return (
    <>
      <FilterPanel
        screenOnly
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        chosen={[
          { label: 'Department', value: department?.name },
          { label: 'Batch', value: batches.data?.find(({ id }) => id === batchId)?.name },
          { label: 'Student', value: student.data?.name },
        ]}
      >
        <DepartmentPicker
          blank="All departments"
          value={departmentId}
          onChange={(id) => filters.set({ department_id: id, ...NO_STUDENT })}
        />
        <BatchPicker
          required
          value={String(batchId ?? '')}
          onChange={(id) => filters.set({ batch_id: id, ...NO_STUDENT })}
        />
        <StudentPicker
          batchId={own.loading ? undefined : batchId}
          departmentId={departmentId}
          known={student.data ?? undefined}
          value={studentId}
          onChange={(id) => filters.set({ ...NO_STUDENT, student_id: id })}
        />
      </FilterPanel>
      {studentId === undefined ? (
        <Prompt
          title="Select a Student"
          text="Please select batch and student to view attendance records; a department narrows the students"
          action={<OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />}
        />
      ) : (
        <ListState
          query={student}
          skeleton={<LoadingRecord />}
          isEmpty={(found) => found === null}
          empty={<Prompt icon={IconUserOff} title="Student record not found" text="Please choose another student." />}
        >
          {(found) => found && <RecordPanel key={found.id} student={found} reader="staff" />}
        </ListState>
      )}
    </>
  )
}
