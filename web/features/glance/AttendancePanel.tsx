import { useQuery } from '@tanstack/react-query'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import { ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { missText, percentText, type Reader } from '../../parts/attendance-texts.ts'
import { Paper, Skeleton, Text, Title } from '../../ui/elements.tsx'
import { type Figure, FigureCards } from '../../ui/FigureCards.tsx'
import { recordQuery } from '../student-attendance/api.ts'
import { FirstList } from './FirstList.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

interface Props {
  studentId: number
  /** Undefined while unknown, or without a batch. */
  batchId: number | undefined
  reader: Reader
}

/** Attendance by department: each figure with its rows, and the absences that are still allowed. */
export function AttendancePanel({ studentId, batchId, reader }: Props) {
  const record = useQuery(recordQuery(studentId))
  return (
    <SectionPanel
      id="attendance"
      title="Attendance"
      rule="Present divided by all sessions whose attendance has been taken, with one decimal. Only present counts as attended: a leave does not."
    >
      <ListState
        query={record}
        skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}
        isEmpty={(departments) => departments.length === 0}
        empty={<Text>No sessions yet.</Text>}
      >
        {(departments) => (
          <FirstList rows={lackingFirst(departments)} of="departments">
            {(shown) => (
              <div className={classes.departments}>
                {shown.map((one) => (
                  <OfDepartment
                    key={one.department.id}
                    studentId={studentId}
                    batchId={batchId}
                    record={one}
                    reader={reader}
                  />
                ))}
              </div>
            )}
          </FirstList>
        )}
      </ListState>
    </SectionPanel>
  )
}

/** Puts departments in which the minimum is out of reach first. */
const lackingFirst = (records: readonly DepartmentRecord[]) =>
  records.toSorted((one, other) => Number(other.may_miss < 0) - Number(one.may_miss < 0))

const MEANINGS = { present: 'good', absent: 'bad', leave: 'waiting' } as const

function figuresOf(record: DepartmentRecord): Figure[] {
  const { department } = record
  const link = (modal: string, word: string) => (figure: string) => (
    <AddressLink
      label={`${figure} ${word} in ${department.name}`}
      changes={{ modal, id: department.id }}
      className={classes.figure}
    >
      {figure}
    </AddressLink>
  )
  return [
    ...ATTENDANCE_STATUSES.map((status) => ({
      label: labelOf(status),
      value: record[status],
      meaning: MEANINGS[status],
      link: link(status, labelOf(status)),
    })),
    {
      label: 'Attendance',
      value: percentText(record.precise_rate),
      note: 'present only',
      link: link('count', 'Attendance'),
    },
  ]
}

function OfDepartment({ studentId, batchId, record, reader }: Props & { record: DepartmentRecord }) {
  const { department } = record
  return (
    <Paper withBorder p="md" className={classes.department}>
      <Title order={4} size="h5">
        <bdi>{department.name}</bdi>
      </Title>
      <FigureCards label={`Attendance in ${department.name}`} figures={figuresOf(record)} />
      <Text className={record.may_miss < 0 ? classes.lacking : undefined}>{missText(record, reader)}</Text>
      <Links studentId={studentId} batchId={batchId} department={department} reader={reader} />
    </Paper>
  )
}

function Links({ studentId, batchId, department, reader }: Props & Pick<DepartmentRecord, 'department'>) {
  const reports = can(useRoles(), 'student-reports:read')
  const of = `department_id=${department.id}${batchId === undefined ? '' : `&batch_id=${batchId}`}`
  return (
    <div className={classes.links} data-screen>
      <ScreenLink
        to={
          reader === 'student'
            ? `/student-attendance?tab=${department.id}`
            : `/student-attendance?${of}&student_id=${studentId}`
        }
        className={classes.link}
      >
        Attendance records in <bdi>{department.name}</bdi>
      </ScreenLink>
      {reports && batchId !== undefined && (
        <ScreenLink to={`/reports?${of}&fetched=yes&modal=view&id=${studentId}`} className={classes.link}>
          Student report of <bdi>{department.name}</bdi>
        </ScreenLink>
      )}
    </div>
  )
}
