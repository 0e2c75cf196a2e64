import { Skeleton } from '@mantine/core'
import { IconEye, IconPencil, IconTrash, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { Group } from '../../../shared/contract/groups.ts'
import { can } from '../../../shared/permissions.ts'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './GroupCards.module.css'

const SKELETONS = [0, 1, 2, 3, 4, 5]

const ACTIONS = [
  { does: 'view', label: 'View', icon: IconEye, action: 'groups:read' },
  { does: 'edit', label: 'Edit', icon: IconPencil, action: 'groups:write' },
  { does: 'students', label: 'View students of', icon: IconUsers, action: 'groups:read-students' },
  { does: 'delete', label: 'Delete', icon: IconTrash, action: 'groups:write' },
] as const satisfies readonly { does: string; label: string; icon: TablerIcon; action: string }[]

export type GroupAction = (typeof ACTIONS)[number]['does']

interface Props {
  groups: readonly Group[]
  roles: readonly string[]
  onAction: (does: GroupAction, group: Group) => void
}

export function GroupCards({ groups, roles, onAction }: Props) {
  const allowed = ACTIONS.filter(({ action }) => can(roles, action))
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
          <dl className={classes.facts}>
            <dt>Batch</dt>
            <dd>{group.batch.name}</dd>
            <dt>Department</dt>
            <dd>{group.department?.name ?? 'N/A'}</dd>
            <dt>Students</dt>
            <dd>{group.student_count}</dd>
          </dl>
          <div className={classes.actions}>
            {allowed.map(({ does, label, icon }) => (
              <IconAction
                key={does}
                label={`${label} ${group.name}`}
                icon={icon}
                danger={does === 'delete'}
                onClick={() => onAction(does, group)}
              />
            ))}
          </div>
        </li>
      ))}
    </CardGrid>
  )
}

/** Where the cards will stand. */
export function LoadingGroupCards() {
  return (
    <CardGrid label="Loading groups" columns={3}>
      {SKELETONS.map((card) => (
        <li key={card}>
          <Skeleton height={184} radius={8} />
        </li>
      ))}
    </CardGrid>
  )
}
