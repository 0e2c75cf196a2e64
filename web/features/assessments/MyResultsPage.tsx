import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { LoadingRecord, OwnStudent } from '../../parts/OwnStudent.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { MyResultsTable } from './MyResultsTable.tsx'
import { ownResultsQuery } from './own.api.ts'

export { needs } from './own.api.ts'

/** A student's results of the assessments that have been evaluated, by department. */
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

function byDepartment(results: readonly AssessmentResult[]): InDepartment[] {
  const found = new Map<number, InDepartment>()
  for (const result of results) {
    const { id, name } = result.assessment.department
    const there = found.get(id) ?? { id, name, results: [] }
    there.results.push(result)
    found.set(id, there)
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function Results({ studentId }: { studentId: number }) {
  const results = useQuery(ownResultsQuery(studentId))
  return (
    <ListState
      query={results}
      skeleton={<LoadingRecord />}
      isEmpty={(found) => found.length === 0}
      empty={<Prompt title="No results yet" text="Your marks are listed here once an assessment has been evaluated." />}
    >
      {(found) => (
        <Stack gap="lg">
          {byDepartment(found).map(({ id, name, results: own }) => (
            <section key={id} aria-labelledby={`department-${id}`}>
              <Title order={2} size="h4" mb="xs" id={`department-${id}`} dir="auto">
                {name}
              </Title>
              <MyResultsTable department={name} results={own} />
            </section>
          ))}
        </Stack>
      )}
    </ListState>
  )
}
