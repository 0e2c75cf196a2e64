import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../shared/labels.ts'
import { messageOf } from '../core/api-error.ts'
import { foldedOptions } from '../ui/folded-options.ts'
import { Kit } from '../ui/Kit.tsx'
import { studentChoicesQuery } from './api.ts'

interface Choice {
  id: number
  name: string
  roll_no: string | null
  status: string
}

interface Props {
  batchId: number | undefined
  /** Offers only the students of this department's groups. */
  departmentId: number | undefined
  /** The chosen student, offered even if not among the others. */
  known: Choice | undefined
  value: number | undefined
  onChange: (id: number | undefined) => void
}

/** The most students without a search; typing finds the others. */
const SHOWN_AT_ONCE = 100

function labelText({ name, roll_no, status }: Choice): string {
  const who = roll_no ? `${roll_no} · ${name}` : name
  return status === 'active' ? who : `${who} (${labelOf(status)})`
}

/** Chooses a student of a batch, searched by name or roll number. */
export function StudentPicker({ batchId, departmentId, known, value, onChange }: Props) {
  const students = useQuery(studentChoicesQuery(batchId, departmentId))
  const found: readonly Choice[] = students.data ?? []
  const missing = known && !found.some(({ id }) => id === known.id) ? [known] : []
  const none = students.data?.length === 0
  return (
    <Kit>
      <Select
        label="Student"
        required
        data={[...found, ...missing].map((student) => ({ value: String(student.id), label: labelText(student) }))}
        value={value === undefined ? null : String(value)}
        onChange={(id) => onChange(Number(id) || undefined)}
        searchable
        filter={foldedOptions}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the student' }}
        limit={SHOWN_AT_ONCE}
        placeholder={
          batchId === undefined
            ? 'Choose a batch first'
            : students.isLoading
              ? 'Loading students...'
              : 'Search by name or roll number'
        }
        description={none ? 'No students found' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        nothingFoundMessage="No student found"
        disabled={batchId === undefined || students.isLoading}
        error={students.error ? messageOf(students.error) : undefined}
      />
    </Kit>
  )
}
