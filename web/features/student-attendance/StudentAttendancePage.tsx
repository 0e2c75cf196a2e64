import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { can, hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { LoadingRecord, OwnStudent } from '../../parts/OwnStudent.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { TextInput } from '../../ui/fields.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { addressOf, studentQuery } from './api.ts'
import { RecordPanel } from './RecordPanel.tsx'

export { needs } from './api.ts'

// A searched list is half as heavy as the rest of the screen, which is there without it.
const StudentPicker = later(
  async () => (await import('../../parts/StudentPicker.tsx')).StudentPicker,
  <TextInput label="Student" placeholder="Choose a batch first" required disabled />,
)

export function StudentAttendancePage() {
  const roles = useRoles()
  const isStaff = hasAnyRole(roles, STAFF_ROLES)
  return (
    <Page
      title="Student Attendance Records"
      actions={
        !isStaff && can(roles, 'leaves:ask') && <ScreenButton to="/leaves?modal=add">Ask for Leave</ScreenButton>
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

const NO_CHOICE = {
  title: 'Select a Student',
  text: 'Please select batch and student to view attendance records; a department narrows the students',
}

/** The parameters to clear when a filter above them changes. */
const NO_STUDENT = { student_id: undefined, tab: undefined, page: undefined }

/** Shows the record of a student whom staff choose. */
function ChosenRecord() {
  const { own, department, filters } = useDepartmentFilters()
  const { departmentId } = filters

  const { batchId, studentId } = addressOf(filters)
  const batches = useQuery(batchChoicesQuery)
  const student = useQuery(studentQuery(studentId))

  return (
    <ChosenList
      screenOnly
      chosen={[
        { label: 'Department', value: department?.name },
        { label: 'Batch', value: batches.data?.find(({ id }) => id === batchId)?.name },
        { label: 'Student', value: student.data?.name },
      ]}
      fields={
        <>
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
        </>
      }
      missing={studentId === undefined ? NO_CHOICE : undefined}
    >
      {() => (
        <ListState
          query={student}
          skeleton={<LoadingRecord />}
          isEmpty={(found) => found === null}
          empty={<Prompt icon={IconUserOff} title="Student record not found" text="Please choose another student." />}
        >
          {(found) => found && <RecordPanel key={found.id} student={found} reader="staff" />}
        </ListState>
      )}
    </ChosenList>
  )
}
