import { Button, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { StudentGroup } from '../../../shared/contract/groups.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

interface Props {
  students: readonly StudentGroup[]
  loading?: boolean
  /** For who may give marks. */
  onMark: ((studentId: number) => void) | undefined
}

const linkKey = ({ id }: StudentGroup) => id
const nameId = ({ student }: StudentGroup) => `student-${student.id}`

const COLUMNS: readonly Column<StudentGroup>[] = [
  {
    header: 'Student Name',
    cell: (link) => (
      <Group gap="4px 8px">
        <span id={nameId(link)}>
          <PersonName name={link.student.name} />
        </span>
        {link.student.status !== 'active' && <StatusBadge status={link.student.status} />}
      </Group>
    ),
  },
  { header: 'Roll Number', cell: ({ student }) => student.roll_no ?? '—' },
]

function columnsFor(onMark: Props['onMark']): readonly Column<StudentGroup>[] {
  if (!onMark) return COLUMNS
  return [
    ...COLUMNS,
    actionsColumn((link) =>
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
}

/** The students of a group, each with the way to their marks. */
export function StudentsTable({ students, loading = false, onMark }: Props) {
  const columns = useMemo(() => columnsFor(onMark), [onMark])
  return (
    <DataTable caption="Students of the group" columns={columns} rows={students} rowKey={linkKey} loading={loading} />
  )
}
