import { IconCalendarStats, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { minimumText, missText, percentText, type Reader, slicesOf } from '../../parts/attendance-texts.ts'
import { EntriesTable } from '../../parts/EntriesTable.tsx'
import { useOwnFilters } from '../../parts/own-department.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Donut } from '../../ui/Donut.tsx'
import { Paper, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { addressOf, entriesQuery, recordQuery } from './api.ts'
import { OverviewList, RECORDS } from './OverviewList.tsx'
import classes from './RecordPanel.module.css'

const CountModal = later(async () => (await import('./CountModal.tsx')).CountModal)

interface Props {
  student: Pick<Student, 'id' | 'name' | 'roll_no' | 'status'>
  reader: Reader
}

/** Shows a student's attendance, a tab for each department. */
export function RecordPanel({ student, reader }: Props) {
  const record = useQuery(recordQuery(student.id))
  CountModal.useWhenIdle()
  const { filters } = useOwnFilters()
  const asked = addressOf(filters).departmentId
  return (
    <Stack gap="md">
      <Title order={2} size="h4" className={classes.who}>
        {reader === 'staff' ? <StudentName student={student} /> : <PersonName name={student.name} />}
        {student.roll_no && (
          <Text component="span" c="dimmed" fw={400}>
            {' '}
            {student.roll_no}
          </Text>
        )}{' '}
        {student.status !== 'active' && <StatusBadge status={student.status} />}
      </Title>
      <ListState
        query={record}
        skeleton={<Skeleton height={240} role="status" aria-label="Loading" />}
        isEmpty={(departments) => departments.length === 0}
        empty={<Prompt icon={IconCalendarStats} title="No attendance records found" text={EMPTY[reader]} />}
      >
        {(departments) => {
          const shown = departments.find(({ department }) => department.id === asked) ?? departments[0]
          if (!shown) return null
          const isOwn = reader === 'student'
          return (
            <Stack gap="md">
              {isOwn && <OverviewList records={departments} shownId={shown.department.id} />}
              <div id={RECORDS} className={classes.records}>
                <Tabs
                  label="Departments"
                  tabs={departments.map(({ department }) => ({ value: String(department.id), label: department.name }))}
                  value={String(shown.department.id)}
                  // The tabs stand beneath the overview: from the top of the screen, a phone would hardly show them.
                  onChange={(tab) => filters.set({ tab, page: undefined }, { staysInPlace: isOwn })}
                >
                  <DepartmentPanel key={shown.department.id} studentId={student.id} record={shown} reader={reader} />
                </Tabs>
              </div>
            </Stack>
          )
        }}
      </ListState>
    </Stack>
  )
}

const EMPTY: Record<Reader, string> = {
  student: 'Your sessions are listed here once you are in a group and its attendance has been taken.',
  staff: 'Sessions are listed here once the student is in a group and its attendance has been taken.',
}

interface DepartmentProps {
  studentId: number
  record: DepartmentRecord
  reader: Reader
}

function DepartmentPanel({ studentId, record, reader }: DepartmentProps) {
  const filters = useFilters()
  const { modal, open, close } = useModalUrl()
  const { department } = record
  const { page } = filters
  const entries = useQuery(entriesQuery({ studentId, departmentId: department.id }, page))
  return (
    <Stack gap="md">
      {/* The tab with this text can't be pressed on paper. */}
      <Text data-paper fw={600}>
        Department: {department.name}
      </Text>
      <div className={classes.cards}>
        <Paper withBorder p="md">
          <Title order={3} size="h5">
            Attendance rate
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            present only
          </Text>
          <Donut
            caption={`Attendance in ${department.name}`}
            unit="Sessions"
            slices={slicesOf(record)}
            figure={percentText(record.rate)}
          />
        </Paper>
        <Paper withBorder p="md" className={classes.miss}>
          <Title order={3} size="h5">
            {reader === 'student' ? 'How many may I still miss' : 'How many may still be missed'}
          </Title>
          <Text data-lacking={record.may_miss < 0 || undefined} className={classes.answer}>
            {missText(record, reader)}
          </Text>
          <Text size="sm" c="dimmed">
            {minimumText(record)}
          </Text>
          <Button
            variant="default"
            leftSection={<IconHelpCircle size={16} aria-hidden />}
            onClick={() => open('count')}
          >
            How is this counted?
          </Button>
        </Paper>
      </div>
      <EntriesTable
        caption={`Sessions in ${department.name}`}
        query={entries}
        onPage={(next) => filters.set({ page: next === 1 ? undefined : next })}
      />
      {modal === 'count' && <CountModal studentId={studentId} record={record} onClose={close} />}
    </Stack>
  )
}
