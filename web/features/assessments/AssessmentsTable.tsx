import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './AssessmentsPage.module.css'
import { resultsAction, totalOf, waitsForResults } from './rules.ts'

interface Props {
  assessments: readonly Assessment[]
  /** The assessments with marks that only this device has. */
  begun?: ReadonlySet<number>
  /** The size of a list over several groups, in which each row names its group. */
  ofSeveral?: number | undefined
  roles: readonly string[]
  loading?: boolean
  onAction: (action: string, assessment: Assessment) => void
}

const NONE: ReadonlySet<number> = new Set()
const assessmentKey = ({ id }: Assessment) => id
/** Returns "27 marked, 1 absent"; a student is told neither. */
const countsText = (marked: number | null, absent: number | null) =>
  [marked && `${marked} marked`, absent && `${absent} absent`].filter(Boolean).join(', ')

const nameId = ({ id }: Assessment) => `assessment-${id}`

function columnsFor(
  roles: readonly string[],
  begun: ReadonlySet<number>,
  ofSeveral: boolean,
  onAction: Props['onAction'],
): Column<Assessment>[] {
  const writes = can(roles, 'assessments:write')
  const deletes = can(roles, 'assessments:delete')
  const marks = can(roles, 'results:write')
  const oversees = can(roles, 'results:oversee')
  return [
    { header: 'Name', cell: (assessment) => <Named assessment={assessment} ofSeveral={ofSeveral} /> },
    {
      header: 'Type',
      cell: ({ type }) => <Tag word={labelOf(type)} />,
    },
    {
      header: 'Total Marks',
      end: true,
      cell: (assessment) => (
        <div>
          {decimalText(totalOf(assessment))}
          {assessment.total_marks === null && (
            <Text size="sm" c="dimmed">
              not given
            </Text>
          )}
        </div>
      ),
    },
    {
      header: 'Status',
      cell: ({ id, status, marked_count, absent_count }) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge status={status} />
          {countsText(marked_count, absent_count) && (
            <Text size="sm" c="dimmed" className={classes.figures}>
              {countsText(marked_count, absent_count)}
            </Text>
          )}
          {begun.has(id) && <DeviceBadge state="begun" />}
        </Stack>
      ),
    },
    actionsColumn((assessment) => (
      <>
        {marks && (
          <Button
            className={classes.give}
            size="sm"
            variant={waitsForResults(assessment) ? 'filled' : 'default'}
            aria-describedby={nameId(assessment)}
            onClick={() => onAction('results', assessment)}
          >
            {resultsAction(assessment)}
          </Button>
        )}
        <RowActions
          of={assessment.name}
          view
          edit={writes}
          remove={deletes}
          onAction={(action) => onAction(action, assessment)}
        >
          {oversees && (
            <IconAction
              label={`Results summary of ${assessment.name}`}
              icon={IconChartBar}
              onClick={() => onAction('summary', assessment)}
            />
          )}
        </RowActions>
      </>
    )),
  ]
}

/** Lists the assessments of a group, or those of several groups that wait for results. */
export function AssessmentsTable(props: Props) {
  const { assessments, begun = NONE, ofSeveral: total, roles, loading = false, onAction } = props
  const ofSeveral = total !== undefined
  const columns = useMemo(() => columnsFor(roles, begun, ofSeveral, onAction), [roles, begun, ofSeveral, onAction])
  return (
    <>
      {total !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {total === 1 ? '1 assessment' : `${total} assessments`}, the longest waiting first
        </Text>
      )}
      <DataTable
        caption={ofSeveral ? 'Assessments' : 'Assessments of the group'}
        columns={columns}
        rows={assessments}
        rowKey={assessmentKey}
        loading={loading}
      />
    </>
  )
}

function Named({ assessment, ofSeveral }: { assessment: Assessment; ofSeveral: boolean }) {
  return (
    <div>
      <Text fw={600} id={nameId(assessment)}>
        <bdi>{assessment.name}</bdi>
      </Text>
      {ofSeveral && (
        <Text size="sm" c="dimmed" className={classes.detail}>
          <bdi>{assessment.group.name}</bdi>, <bdi>{assessment.batch.name}</bdi>,{' '}
          <bdi>{assessment.department.name}</bdi>
        </Text>
      )}
      {assessment.detail && (
        <Text size="sm" c="dimmed" lineClamp={2} className={classes.detail}>
          <bdi>{assessment.detail}</bdi>
        </Text>
      )}
    </div>
  )
}
