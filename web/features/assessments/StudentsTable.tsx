import { useMemo } from 'react'
import type { StudentGroup } from '../../../shared/contract/groups.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

interface Props {
  students: readonly StudentGroup[]
  /** The students with marks that only this device has. */
  begun?: ReadonlySet<number>
  loading?: boolean
  /** Left out for a person who may not give marks. */
  onMark: ((studentId: number) => void) | undefined
}

const linkKey = ({ id }: StudentGroup) => id
const nameId = ({ student }: StudentGroup) => `student-${student.id}`

const NONE: ReadonlySet<number> = new Set()

const columnsFor = (begun: ReadonlySet<number>, onMark: Props['onMark']): readonly Column<StudentGroup>[] => [
  {
    header: 'Student Name',
    cell: (link) => (
      <Group gap="4px 8px">
        <span id={nameId(link)}>
          <StudentName student={link.student} />
        </span>
        {link.student.status !== 'active' && <StatusBadge status={link.student.status} />}
        {begun.has(link.student.id) && <DeviceBadge state="begun" />}
      </Group>
    ),
  },
  { header: 'Roll Number', whole: true, cell: ({ student }) => student.roll_no ?? '—' },
  ...(onMark
    ? [
        actionsColumn((link: StudentGroup) =>
          link.student.status === 'active' ? (
            <Button size="sm" variant="default" aria-describedby={nameId(link)} onClick={() => onMark(link.student.id)}>
              Mark Assessments
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              Only active students are marked
            </Text>
          ),
        ),
      ]
    : []),
]

/** Lists the students of a group, each with a button for their marks. */
export function StudentsTable({ students, begun = NONE, loading = false, onMark }: Props) {
  const columns = useMemo(() => columnsFor(begun, onMark), [begun, onMark])
  return (
    <DataTable caption="Students of the group" columns={columns} rows={students} rowKey={linkKey} loading={loading} />
  )
}
