import { IconChevronDown } from '@tabler/icons-react'
import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import { labelOf } from '../../../shared/labels.ts'
import { RowLink } from '../../ui/RowLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './ConditionsList.module.css'
import { badgeOf, chanceText, countText, isBelow, percentText, ruleText } from './rules.ts'

interface Props {
  conditions: readonly ConditionStanding[]
  /** Returns where the rows of a figure are. */
  addressOf: (one: ConditionStanding) => string
}

/** Lists conditions on a phone, two lines each, which open to the figure's rows and its rule; what is below is open. */
export const ConditionsList = ({ conditions, addressOf }: Props) => (
  <ul className={classes.list} aria-label="Conditions">
    {conditions.map((one) => (
      <li key={`${one.condition} ${one.department.id}`}>
        <details open={isBelow(one)}>
          <summary className={classes.line}>
            <span className={classes.name}>{labelOf(one.condition)}</span>
            <span className={classes.figure}>
              {percentText(one.figure)} of {one.minimum}%
            </span>
            <bdi className={classes.department}>{one.department.name}</bdi>
            <StatusBadge {...badgeOf(one)} />
            <IconChevronDown size={18} aria-hidden className={classes.chevron} />
          </summary>
          <div className={classes.more}>
            <RowLink to={addressOf(one)}>{countText(one)}</RowLink>
            {one.highest !== null && <p>Can be reached: {chanceText(one)}</p>}
            <p dir="auto">{ruleText(one.rule)}</p>
            {one.exemption && one.exemption.reason !== null && (
              <p>
                By <bdi>{one.exemption.granted_by.name}</bdi>: <bdi>{one.exemption.reason}</bdi>
              </p>
            )}
          </div>
        </details>
      </li>
    ))}
  </ul>
)
