import { Fragment, type ReactNode } from 'react'
import classes from './CardFacts.module.css'

/** Lists the fields of a card, each label beside its value; a field without a value is left out. */
export const CardFacts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(
      ([label, value]) =>
        value !== null &&
        value !== '' && (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
