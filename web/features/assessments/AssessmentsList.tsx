import type { assessments } from '../../../shared/contract/assessments.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import type { RowsPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { AssessmentsTable } from './AssessmentsTable.tsx'

interface Props {
  list: RowsPage<Reply<typeof assessments.list>>
  /** The list is narrowed, and of all groups unless one is chosen. */
  narrowed: boolean
  begun: ReadonlySet<number>
  onAdd: () => void
}

/** Shows the assessments of a group, or of several where the list is narrowed. */
export function AssessmentsList({ list, narrowed, begun, onAdd }: Props) {
  const roles = useRoles()
  const adds = !narrowed && can(roles, 'assessments:write')
  return (
    <PagedList
      list={list}
      skeleton={<AssessmentsTable assessments={[]} loading roles={roles} onAction={list.act} />}
      empty={
        <Prompt
          title="No assessments found"
          action={adds && <Button onClick={onAdd}>Add the first assessment</Button>}
        />
      }
    >
      {({ data, meta }) => (
        <AssessmentsTable
          assessments={data}
          begun={begun}
          ofSeveral={narrowed ? meta.total : undefined}
          roles={roles}
          onAction={list.act}
        />
      )}
    </PagedList>
  )
}
