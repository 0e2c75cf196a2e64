import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { labelOf } from '../../../shared/labels.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { usePrinting } from '../../ui/OnPaper.tsx'
import { PHONE } from '../../ui/phone.ts'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ConditionsList } from './ConditionsList.tsx'
import {
  badgeOf,
  chanceText,
  countText,
  mostUrgentFirst,
  percentText,
  rowsAddress,
  ruleAddress,
  ruleText,
} from './rules.ts'

interface Props {
  row: EligibilityRow
  reader: Parameters<typeof rowsAddress>[2]
}

/** Lists the conditions of a student: the figure opens its rows, and the minimum the rules that ask for it. */
export function ConditionsTable({ row, reader }: Props) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const printing = usePrinting()
  const columns = useMemo(
    (): Column<ConditionStanding>[] => [
      {
        header: 'Condition',
        cell: ({ condition, department }) => (
          <div>
            <RowText kind="name">{labelOf(condition)}</RowText>
            <RowText kind="detail" own>
              {department.name}
            </RowText>
          </div>
        ),
      },
      {
        header: 'Reached',
        cell: (one) => (
          <div>
            <RowLink to={rowsAddress(one, row, reader)}>{percentText(one.figure)}</RowLink>
            <RowText kind="detail" figures>
              {countText(one)}
            </RowText>
          </div>
        ),
      },
      {
        header: 'Minimum',
        cell: ({ minimum, rule }) => (
          <div>
            {minimum}%
            <RowText kind="detail">
              {reader === 'student' ? ruleText(rule) : <RowLink to={ruleAddress(rule)}>{ruleText(rule)}</RowLink>}
            </RowText>
          </div>
        ),
      },
      { header: 'Can be reached', cell: chanceText },
      {
        header: 'Verdict',
        cell: (one) => (
          <div>
            <StatusBadge {...badgeOf(one)} />
            {one.exemption && one.exemption.reason !== null && (
              <RowText kind="detail">
                By <bdi>{one.exemption.granted_by.name}</bdi>: <bdi>{one.exemption.reason}</bdi>
              </RowText>
            )}
          </div>
        ),
      },
    ],
    [row, reader],
  )
  if (row.conditions.length === 0) return <Text c="dimmed">Nothing is asked yet.</Text>
  if (isPhone && !printing)
    return <ConditionsList conditions={mostUrgentFirst(row)} addressOf={(one) => rowsAddress(one, row, reader)} />
  return (
    <DataTable
      caption="Conditions"
      columns={columns}
      rows={mostUrgentFirst(row)}
      rowKey={({ condition, department }) => `${condition} ${department.id}`}
    />
  )
}
