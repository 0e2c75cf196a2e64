import { IconCalendarCheck } from '@tabler/icons-react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { can } from '../../../shared/permissions.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import type { RowsPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import type { OnDevice } from '../../offline/kinds.ts'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import type { SessionsFound } from './api.ts'
import { type addressOf, todayFirst } from './rules.ts'
import { SessionsTable } from './SessionsTable.tsx'

interface Props {
  list: RowsPage<SessionsFound>
  at: Pick<ReturnType<typeof addressOf>, 'only' | 'status'>
  onDevice: readonly OnDevice[]
  onAdd: () => void
}

/** Shows the sessions of a group, today's first, or the registers that are due. */
export function SessionsList({ list, at: { only, status }, onDevice, onAdd }: Props) {
  const roles = useRoles()
  const adds = can(roles, 'attendance:write') && !status
  const empty = only ? (
    <Prompt icon={IconCalendarCheck} title="No register is missing" />
  ) : (
    <Prompt
      title="No attendance sessions found for the selected criteria"
      action={adds && <Button onClick={onAdd}>Add the first session</Button>}
    />
  )
  return (
    <PagedList
      list={list}
      skeleton={<SessionsTable sessions={[]} loading roles={roles} onAction={list.act} />}
      empty={empty}
    >
      {({ data, meta, keptAt }) => (
        <>
          {keptAt && (
            <Text size="sm" c="dimmed" role="status">
              The server cannot be reached. These are the sessions as they were at {formatInstant(keptAt)}.
            </Text>
          )}
          <Text size="sm" c="dimmed" role="status">
            {meta.total === 1 ? '1 session' : `${meta.total} sessions`}
          </Text>
          <SessionsTable
            sessions={only ? data : todayFirst(data, collegeToday())}
            ofSeveral={only !== undefined}
            onDevice={onDevice}
            roles={roles}
            onAction={list.act}
          />
        </>
      )}
    </PagedList>
  )
}
