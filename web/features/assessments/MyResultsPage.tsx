import { useQuery } from '@tanstack/react-query'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { LoadingRecord, OwnStudent } from '../../parts/OwnStudent.tsx'
import { ResultsTable } from '../../parts/ResultsTable.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ownResultsQuery } from './own.api.ts'

export { needs } from './own.api.ts'

/** Lists a student's results of evaluated assessments, by department. */
export const MyResultsPage = () => (
  <Page title="My Results">
    <OwnStudent>{({ id }) => <Results studentId={id} />}</OwnStudent>
  </Page>
)

interface InDepartment {
  id: number
  name: string
  results: AssessmentResult[]
}

/** Groups results by department, that of the newest one first. */
function byDepartment(results: readonly AssessmentResult[]): InDepartment[] {
  const found = new Map<number, InDepartment>()
  for (const result of results) {
    const { id, name } = result.assessment.department
    const there = found.get(id) ?? { id, name, results: [] }
    there.results.push(result)
    found.set(id, there)
  }
  return [...found.values()]
}

function Results({ studentId }: { studentId: number }) {
  const results = useQuery(ownResultsQuery(studentId))
  const filters = useFilters()
  const asked = filters.id('tab')
  return (
    <ListState
      query={results}
      skeleton={<LoadingRecord />}
      isEmpty={(found) => found.length === 0}
      empty={<Prompt title="No results yet" text="Your marks are listed here once an assessment has been evaluated." />}
    >
      {(found) => {
        const departments = byDepartment(found)
        const shown = departments.find(({ id }) => id === asked) ?? departments[0]
        return (
          shown && (
            <Tabs
              label="Departments"
              tabs={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(shown.id)}
              onChange={(tab) => filters.set({ tab })}
            >
              <ResultsTable caption={`Results in ${shown.name}`} results={shown.results} />
            </Tabs>
          )
        )
      }}
    </ListState>
  )
}
