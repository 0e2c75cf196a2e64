import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import type { GroupMatrix } from '../../../shared/contract/logbook.ts'
import { endText, writtenDay } from '../../../shared/written-day.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { VisuallyHidden } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import classes from './MatrixTable.module.css'
import type { MatrixCell, MatrixColumn, MatrixRow } from './matrix.api.ts'

interface Props {
  matrix: GroupMatrix
  onOpen: (taskId: number, studentId: number) => void
}

/** Shows the students of a group by its requirements. Thousands of cells: plain elements, a row drawn again by itself. */
export const MatrixTable = ({ matrix: { group, skills, students }, onOpen }: Props) => (
  // Without a stop of its own, keys could not scroll to a column whose cells are out of sight.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
  <section className={classes.box} aria-label={`Requirements of ${group.name}`} tabIndex={0}>
    <table className={classes.table}>
      <caption className={classes.caption}>Students by requirements</caption>
      <thead>
        <tr>
          <th scope="col">Student</th>
          {skills.map((column) => (
            <Head key={column.task_id} column={column} students={students} />
          ))}
        </tr>
      </thead>
      <tbody>
        {students.map((row) => (
          <Row key={row.student.id} row={row} columns={skills} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  </section>
)

function Head({ column, students }: { column: MatrixColumn; students: readonly MatrixRow[] }) {
  const cells = students.flatMap((row) => row.cells.filter(({ task_id }) => task_id === column.task_id))
  const done = cells.filter(({ counted }) => counted >= column.required).length
  return (
    <th scope="col">
      <span className={classes.skill} dir="auto" title={column.name}>
        {column.name}
      </span>
      <span className={classes.detail}>
        {column.end_date ? `by ${writtenDay(column.end_date)}` : endText(column) || 'no last day'}
      </span>
      <span className={classes.detail}>
        {done} of {students.length} done
      </span>
    </th>
  )
}

/** Sums a student's requirements, of each at most what it asks for. */
function sumOf(cells: readonly MatrixCell[], columns: readonly MatrixColumn[]) {
  const required = columns.reduce((sum, column) => sum + column.required, 0)
  const askedOf = new Map(columns.map((column) => [column.task_id, column.required]))
  const counted = cells.reduce((sum, cell) => sum + Math.min(cell.counted, askedOf.get(cell.task_id) ?? 0), 0)
  return `${counted} of ${required}`
}

interface RowProps {
  row: MatrixRow
  columns: readonly MatrixColumn[]
  onOpen: Props['onOpen']
}

const Row = memo(({ row: { student, cells }, columns, onOpen }: RowProps) => {
  const cellOf = new Map(cells.map((cell) => [cell.task_id, cell]))
  return (
    <tr>
      <th scope="row">
        <StudentName student={student} />
        <RowText kind="detail" figures>
          {student.roll_no}
        </RowText>
        <RowText kind="detail" figures>
          {sumOf(cells, columns)} in all
        </RowText>
      </th>
      {columns.map((column) => (
        <td key={column.task_id}>
          <Cell
            name={student.name}
            column={column}
            cell={cellOf.get(column.task_id)}
            onOpen={() => onOpen(column.task_id, student.id)}
          />
        </td>
      ))}
    </tr>
  )
})

interface CellProps {
  name: string
  column: MatrixColumn
  cell: MatrixCell | undefined
  onOpen: () => void
}

const NOTHING = { counted: 0, logged: 0, returned: 0, is_behind: false }

function Cell({ name, column, cell = { task_id: column.task_id, ...NOTHING }, onOpen }: CellProps) {
  const { counted, logged, returned, is_behind } = cell
  const { required } = column
  const state = is_behind ? 'behind' : counted >= required ? 'done' : undefined
  const said = [
    `${counted} of ${required}`,
    state,
    logged > 0 && `${logged} to be signed`,
    returned > 0 && `${returned} returned`,
  ]
  return (
    <button type="button" className={classes.cell} data-state={state} data-printed onClick={onOpen}>
      <VisuallyHidden>
        {name}, {column.name}: {said.filter(Boolean).join(', ')}
      </VisuallyHidden>
      <span className={classes.figure} aria-hidden>
        {is_behind && <IconAlertTriangle size={14} aria-hidden />}
        {counted}/{required}
        {logged > 0 && <span className={classes.waiting}>+{logged}</span>}
      </span>
      <span className={classes.bar}>
        <span
          className={classes.part}
          style={{ width: `${Math.min(100, (counted / Math.max(required, 1)) * 100)}%` }}
        />
      </span>
    </button>
  )
}
