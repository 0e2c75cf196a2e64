import { useQuery } from '@tanstack/react-query'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { messageOf, unreached } from '../../core/api-error.ts'
import { Button } from '../../ui/buttons.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { pastImportsQuery } from './past.api.ts'
import { AWAY } from './rules.ts'

/** Says that the server, which checks and imports files, can't be reached, before somebody chooses one. */
export function ReachPanel({ kind }: { kind: ImportKind }) {
  const { error, isFetching, refetch } = useQuery(pastImportsQuery(kind))
  if (!error) return null
  return (
    <Problem text={unreached(error) ? AWAY : messageOf(error)}>
      <Button variant="default" size="xs" disabled={isFetching} onClick={() => refetch()}>
        {isFetching ? 'Trying...' : 'Try again'}
      </Button>
    </Problem>
  )
}
