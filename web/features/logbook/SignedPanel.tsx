import { useQuery } from '@tanstack/react-query'
import { useLogin } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { signedQuery } from './api.ts'
import { LogEntriesTable } from './LogEntriesTable.tsx'

/** Lists what the person has signed. A signature of the last day can be taken back from its entry. */
export function SignedPanel({ onOpen }: { onOpen: (modal: string, id: number) => void }) {
  const filters = useFilters()
  const query = useQuery(signedQuery(useLogin()?.user.id ?? 0, filters.page))
  return (
    <ListState query={query} skeleton={<Skeleton height={240} />}>
      {({ data, meta }) =>
        meta.total === 0 ? (
          <Prompt title="Nothing signed yet" />
        ) : (
          <>
            <LogEntriesTable entries={data} of="signer" onView={(id) => onOpen('view', id)} />
            <PagesRow meta={meta} onPage={filters.turnTo} />
          </>
        )
      }
    </ListState>
  )
}
