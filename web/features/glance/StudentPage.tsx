import { IconDownload, IconPencil, IconPrinter, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Student } from '../../../shared/contract/students.ts'
import { can, hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { savePersonalData } from '../../core/personal-data.ts'
import { ownStudentQuery } from '../../core/start.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { NotFoundPage } from '../../layout/NotFoundPage.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton, Text, Title } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AttendancePanel } from './AttendancePanel.tsx'
import { studentQuery } from './api.ts'
import { CasesPanel } from './CasesPanel.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { DocumentsPanel } from './DocumentsPanel.tsx'
import { panel } from './dialogs.ts'
import { GroupsPanel } from './GroupsPanel.tsx'
import { LeavesPanel } from './LeavesPanel.tsx'
import { LogbookPanel } from './LogbookPanel.tsx'
import { ResultsPanel } from './ResultsPanel.tsx'
import classes from './StudentPage.module.css'
import { SummaryCards } from './SummaryCards.tsx'
import { TasksPanel } from './TasksPanel.tsx'

export { needs } from './api.ts'

const DialogsPanel = later(panel)

/** Shows one student at a glance, with the sections that the person may see. */
export function StudentPage() {
  const id = useFilters().id('studentId')
  const isStaff = hasAnyRole(useRoles(), STAFF_ROLES)
  if (id === undefined) return <NotFoundPage />
  return isStaff ? <Glance id={id} reader="staff" /> : <OwnGlance id={id} />
}

/** Shows a student the own page alone; nothing is asked about others. */
function OwnGlance({ id }: { id: number }) {
  const own = useQuery({ ...ownStudentQuery(useLogin()?.user.id ?? 0), staleTime: Infinity })
  if (own.data !== undefined) return own.data?.id === id ? <Glance id={id} reader="student" /> : <NotFoundPage />
  return (
    <Page title="My Page">
      <ListState query={own} skeleton={<Skeleton height={28} role="status" aria-label="Loading" />}>
        {() => null}
      </ListState>
    </Page>
  )
}

function Glance({ id, reader }: { id: number; reader: 'staff' | 'student' }) {
  const student = useQuery(studentQuery(id))
  DialogsPanel.useWhenIdle()
  const missing = (
    <Prompt
      icon={IconUserOff}
      title="Student record not found"
      text="It does not exist any more, or you have no access to it."
    />
  )
  return (
    <Page
      title={reader === 'staff' ? 'Student' : 'My Page'}
      actions={student.data && <PageButtons student={student.data} />}
    >
      {student.data === null ? (
        missing
      ) : (
        <>
          <ListState query={student} skeleton={<Skeleton height={28} role="status" aria-label="Loading" />}>
            {(found) => found && <Who student={found} />}
          </ListState>
          <Sections key={id} id={id} student={student.data} reader={reader} />
          <DialogsPanel studentId={id} />
        </>
      )}
    </Page>
  )
}

function PageButtons({ student: { id, batch, user_id } }: { student: Student }) {
  const roles = useRoles()
  const edits = can(roles, 'students:write')
  return (
    <>
      {edits && (
        <ScreenButton to={`/students?batch=${batch?.id ?? 'none'}&modal=edit&id=${id}`} icon={IconPencil}>
          Edit
        </ScreenButton>
      )}
      {can(roles, 'users:read') && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => savePersonalData(user_id)}
        >
          Personal data
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}

function Who({ student: { name, roll_no, status } }: { student: Student }) {
  const { locked } = useOwnDepartment()
  return (
    <div>
      <Title order={2} size="h3" className={classes.who}>
        <PersonName name={name} />
        {roll_no && (
          <Text component="span" c="dimmed" fw={400} className={classes.figures}>
            {' '}
            {roll_no}
          </Text>
        )}{' '}
        <StatusBadge status={status} />
      </Title>
      {locked && (
        <Text size="sm" c="dimmed">
          Groups, attendance, tasks and results of <bdi>{locked.name}</bdi>, your department.
        </Text>
      )}
    </div>
  )
}

interface SectionsProps {
  id: number
  student: Student | undefined
  reader: 'staff' | 'student'
}

function Sections({ id, student, reader }: SectionsProps) {
  const roles = useRoles()
  const works = can(roles, 'tasks:read')
  const reports = can(roles, 'reportings:create')
  return (
    <>
      <SummaryCards studentId={id} works={works} reports={reports} />
      {student && <DetailsPanel student={student} />}
      <GroupsPanel studentId={id} />
      <AttendancePanel studentId={id} batchId={student?.batch?.id} reader={reader} />
      {can(roles, 'leaves:read') && <LeavesPanel studentId={id} reader={reader} />}
      {works && <TasksPanel studentId={id} reader={reader} />}
      <LogbookPanel studentId={id} reader={reader} />
      <ResultsPanel studentId={id} reader={reader} />
      {can(roles, 'documents:read') && <DocumentsPanel studentId={id} />}
      {reports && <CasesPanel studentId={id} />}
    </>
  )
}
