import { Skeleton, Stack, Title } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { useLogin } from '../../core/login.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ownStudentQuery } from '../../parts/api.ts'
import { Prompt } from '../../ui/Prompt.tsx'
import { MyResultsTable } from './MyResultsTable.tsx'
import { ownResultsQuery } from './own.api.ts'

export { needs } from './own.api.ts'

/** A student's results of the assessments that have been evaluated, by department. */
export function MyResultsPage() {
  const userId = useLogin()?.user.id ?? 0
  const student = useQuery(ownStudentQuery(userId))
  return (
    <Page title="My Results">
      <ListState
        query={student}
        skeleton={<Waiting />}
        isEmpty={(found) => found === null}
        empty={
          <Prompt
            icon={IconUserOff}
            title="Student record not found"
            text="No student record belongs to your account. Please contact the administrator."
          />
        }
      >
        {(found) => found && <Results studentId={found.id} />}
      </ListState>
    </Page>
  )
}

const Waiting = () => <Skeleton height={240} role="status" aria-label="Loading" />

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
      skeleton={<Waiting />}
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
