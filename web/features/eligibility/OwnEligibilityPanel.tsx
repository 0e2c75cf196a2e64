import { useQuery } from '@tanstack/react-query'
import { ELIGIBILITY_WORDS, wordOf } from '../../../shared/labels.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { LoadingRecord, MissingStudent } from '../../parts/OwnStudent.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ownQuery } from './api.ts'
import { ConditionsTable } from './ConditionsTable.tsx'

const WORDS = {
  eligible: 'You have what the examination requires, as it stands today.',
  on_course: 'You are below no minimum that should be reached by now. What is under way is judged when it is due.',
  at_risk: 'You are below a minimum, and can still reach it.',
  not_eligible:
    'You are below a minimum that cannot be reached any more with what is planned. Please speak with the department.',
  exempted: 'You are below a minimum from which the principal has exempted you.',
  unjudged: 'Nothing is asked of you yet.',
}

/** Shows a student what is missing for the examination, and what can still be reached. */
export function OwnEligibilityPanel() {
  const query = useQuery(ownQuery)
  return (
    <Page title="Eligibility">
      <ListState
        query={query}
        skeleton={<LoadingRecord />}
        isEmpty={(row) => row === null}
        empty={<MissingStudent title="No active student record found" />}
      >
        {(row) =>
          row && (
            <Stack gap="md">
              <div role="status">
                <StatusBadge status={row.verdict} label={wordOf(ELIGIBILITY_WORDS, row.verdict)} />
                <Text>{wordOf(WORDS, row.verdict)}</Text>
              </div>
              {row.conditions.length > 0 && <ConditionsTable row={row} reader="student" />}
            </Stack>
          )
        }
      </ListState>
    </Page>
  )
}
