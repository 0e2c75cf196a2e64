import { IconUsers } from '@tabler/icons-react'
import type { Group } from '../../../shared/contract/groups.ts'
import { can } from '../../../shared/permissions.ts'
import { CardFacts } from '../../ui/CardFacts.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './GroupCards.module.css'

const SKELETONS = [0, 1, 2, 3, 4, 5]

interface Props {
  groups: readonly Group[]
  roles: readonly string[]
  onAction: (action: string, group: Group) => void
}

export function GroupCards({ groups, roles, onAction }: Props) {
  const writes = can(roles, 'groups:write')
  return (
    <CardGrid label="Groups" columns={3}>
      {groups.map((group) => (
        <li key={group.id} className={classes.card}>
          <div className={classes.head}>
            <h2 className={classes.name} dir="auto">
              {group.name}
            </h2>
            <StatusBadge status={group.status} />
          </div>
          <CardFacts
            facts={[
              ['Batch', group.batch.name],
              ['Department', group.department?.name ?? 'N/A'],
              ['Students', group.student_count],
            ]}
          />
          <div className={classes.actions}>
            <RowActions
              of={group.name}
              view={can(roles, 'groups:read')}
              edit={writes}
              remove={writes}
              onAction={(action) => onAction(action, group)}
            >
              {can(roles, 'groups:read-students') && (
                <IconAction
                  label={`View students of ${group.name}`}
                  icon={IconUsers}
                  onClick={() => onAction('students', group)}
                />
              )}
            </RowActions>
          </div>
        </li>
      ))}
    </CardGrid>
  )
}

/** Placeholders while the groups load. */
export function LoadingGroupCards() {
  return (
    <CardGrid label="Loading groups" columns={3}>
      {SKELETONS.map((card) => (
        <li key={card}>
          <Skeleton height={184} />
        </li>
      ))}
    </CardGrid>
  )
}
