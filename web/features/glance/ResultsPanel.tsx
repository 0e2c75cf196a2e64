import { useQuery } from '@tanstack/react-query'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { RESULT_COLUMNS } from '../../parts/ResultsTable.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { FigureCards } from '../../ui/FigureCards.tsx'
import { ownResultsQuery } from '../assessments/own.api.ts'
import { totalsQuery } from './api.ts'
import { FirstList } from './FirstList.tsx'
import { RowsTable } from './RowsTable.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

interface Props {
  studentId: number
  reader: 'staff' | 'student'
}

const [NAME, ...REST] = RESULT_COLUMNS
const DEPARTMENT: Column<AssessmentResult> = {
  header: 'Department',
  cell: ({ assessment }) => <bdi>{assessment.department.name}</bdi>,
}
const COLUMNS = NAME ? [NAME, DEPARTMENT, ...REST] : REST

const resultId = ({ id }: AssessmentResult) => id

/** Shows the student's results, and their total to staff. */
export function ResultsPanel({ studentId, reader }: Props) {
  const results = useQuery(ownResultsQuery(studentId))
  const weighs = can(useRoles(), 'results:oversee')
  return (
    <SectionPanel
      id="results"
      title="Results"
      rule={`Passed is who has at least the passing marks; where an assessment has none, nobody passes or fails.${
        reader === 'student' ? ' Results are shown once their assessment has been evaluated.' : ''
      }`}
      actions={
        reader === 'student' && (
          <ScreenLink to="/my-results" className={classes.link}>
            My Results
          </ScreenLink>
        )
      }
    >
      {weighs && <Totals studentId={studentId} />}
      <ListState
        query={results}
        skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}
        isEmpty={(found) => found.length === 0}
        empty={<Text>No results yet.</Text>}
      >
        {(found) => (
          <RowsTable caption="Results of the student" of="results" columns={COLUMNS} rows={found} rowKey={resultId} />
        )}
      </ListState>
    </SectionPanel>
  )
}

/** Shows nothing when no assessment of a present group has a weightage. */
function Totals({ studentId }: { studentId: number }) {
  const totals = useQuery(totalsQuery(studentId))
  return (
    <ListState query={totals} skeleton={<Skeleton height={80} role="status" aria-label="Loading totals" />}>
      {(found) =>
        found.length > 0 && (
          <FirstList rows={found} of="weighted totals">
            {(shown) => (
              <FigureCards
                label="Weighted totals"
                figures={shown.map(({ group, points, out_of, percent, absent }) => ({
                  label: `Weighted Total, ${group.name} (${group.department.name})`,
                  value: percent === null ? '—' : `${decimalText(percent)}%`,
                  note: `${decimalText(points)} of ${decimalText(out_of)}${absent > 0 ? `, ${absent} absent` : ''}`,
                  link: (figure) => (
                    <AddressLink
                      label={`${figure} Weighted Total in ${group.department.name}`}
                      changes={{ modal: 'total', id: group.id }}
                      className={classes.figure}
                    >
                      {figure}
                    </AddressLink>
                  ),
                }))}
              />
            )}
          </FirstList>
        )
      }
    </ListState>
  )
}
