import {
  IconArrowBackUp,
  IconArrowUpCircle,
  IconUserPause,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Batch, BatchCounts, Turn } from '../../../shared/contract/batches.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Anchor, Group, Loader, Paper, Skeleton, Text } from '../../ui/elements.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './BatchCards.module.css'
import { UNDO_TURN } from './rules.ts'

interface Props {
  batches: readonly Batch[]
  counts: ReadonlyMap<number, BatchCounts> | undefined
  /** True while the figures are on their way; figures that could not be read are shown as 0. */
  counting: boolean
  /** The years' turns that can be undone, by batch. */
  turns: ReadonlyMap<number, Turn> | undefined
  /** True when the person may change batches. */
  writes: boolean
  onAction: (action: string, batch: Batch) => void
}

export function BatchCards({ batches, counts, counting, turns, writes, onAction }: Props) {
  return (
    <CardGrid label="Batches" columns={3}>
      {batches.map((batch) => (
        <BatchCard
          key={batch.id}
          batch={batch}
          counts={counts?.get(batch.id) ?? (counting ? undefined : NOTHING)}
          turn={turns?.get(batch.id)}
          writes={writes}
          onAction={onAction}
        />
      ))}
    </CardGrid>
  )
}

const NOTHING = { student_count: 0, active_group_count: 0 }

interface CardProps extends Pick<Props, 'writes' | 'onAction'> {
  batch: Batch
  /** Undefined while the figures are on their way. */
  counts: Pick<BatchCounts, 'student_count' | 'active_group_count'> | undefined
  turn: Turn | undefined
}

function BatchCard({ batch, counts, turn, writes, onAction }: CardProps) {
  const { id, name, current_year, status } = batch
  return (
    <Paper component="li" withBorder className={classes.card}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Text component="h2" fw={600} size="lg" dir="auto">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {current_year}
          </Text>
        </div>
        <StatusBadge status={status} />
      </div>
      <div className={classes.links}>
        <CountLink
          to={`/students?batch=${id}`}
          icon={IconUsers}
          count={counts?.student_count}
          one="student"
          many="students"
        />
        <CountLink
          to={`/groups?batch=${id}`}
          icon={IconUsersGroup}
          count={counts?.active_group_count}
          one="active group"
          many="active groups"
        />
      </div>
      <div className={classes.actions}>
        <RowActions of={name} view edit={writes} remove={writes} onAction={(action) => onAction(action, batch)} />
        {writes && status === 'active' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowUpCircle size={16} aria-hidden />}
            aria-label={`Promote ${name}`}
            data-promote
            onClick={() => onAction('promote', batch)}
          >
            Promote
          </Button>
        )}
      </div>
      {writes && turn && (
        <Group gap={4}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={`${UNDO_TURN} of ${name}`}
            onClick={() => onAction('undo-turn', batch)}
          >
            {UNDO_TURN}
          </Button>
          {turn.held_back > 0 && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconUserPause size={16} aria-hidden />}
              aria-label={`${turn.held_back} held back of ${name}`}
              onClick={() => onAction('view', batch)}
            >
              {turn.held_back} held back
            </Button>
          )}
        </Group>
      )}
    </Paper>
  )
}

interface CountProps {
  to: string
  icon: TablerIcon
  count: number | undefined
  one: string
  many: string
}

function CountLink({ to, icon: Icon, count, one, many }: CountProps) {
  return (
    <Anchor component={ScreenLink} to={to} className={classes.link}>
      <Icon size={18} aria-hidden />
      {count === undefined ? <Loader size={14} role="progressbar" aria-label={`Loading ${one} count`} /> : count}{' '}
      {count === 1 ? one : many}
    </Anchor>
  )
}

/** Placeholders while the batches load. */
export const BatchCardsLoading = () => (
  <CardGrid label="Loading batches" columns={3}>
    {[0, 1, 2, 3, 4, 5].map((card) => (
      <Skeleton key={card} component="li" height={152} />
    ))}
  </CardGrid>
)
