import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../../shared/contract/accounts.ts'
import type { Role } from '../../../shared/contract/roles.ts'
import { messageOf } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { peopleQuery, useRoleChanges } from './api.ts'
import { PeopleTable } from './PeopleTable.tsx'

/** A single letter would find half the college. */
const SEARCH_FROM = 2

/** Finds people and gives them the role. */
export function AssignPanel({ role }: { role: Role }) {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const searching = asked.q.length >= SEARCH_FROM
  const found = useQuery({ ...peopleQuery(asked), enabled: searching })
  const { give } = useRoleChanges()

  const giving = useMutation({
    mutationFn: (person: Account) => give({ body: { user_id: person.id, role_id: role.id } }),
    onSuccess: () => toast.success('Role assigned successfully!'),
  })

  return (
    <>
      <SearchField
        label="Search people"
        placeholder="Name or email"
        value={asked.q}
        onChange={(q) => setAsked({ q, page: 1 })}
      />
      {giving.error && <Problem text={messageOf(giving.error)} />}
      {searching && (
        <ListState
          query={found}
          skeleton={<Skeleton height={60} />}
          isEmpty={({ meta }) => meta.total === 0}
          empty={<Prompt title="No people found" />}
        >
          {({ data, meta }) => (
            <>
              <PeopleTable
                caption="People found"
                people={data}
                action={(person) =>
                  person.roles.some(({ id }) => id === role.id) ? (
                    <Text size="sm" c="dimmed">
                      Holds it already
                    </Text>
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Assign ${person.name}`}
                      disabled={giving.isPending}
                      onClick={() => giving.mutate(person)}
                    >
                      {giving.isPending && giving.variables.id === person.id ? 'Assigning...' : 'Assign'}
                    </Button>
                  )
                }
              />
              <PagesRow meta={meta} onPage={(page) => setAsked({ ...asked, page })} />
            </>
          )}
        </ListState>
      )}
    </>
  )
}
