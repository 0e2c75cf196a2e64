import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** A field's label and its value; a wide one takes the whole line. */
export type Fact = readonly [label: string, value: ReactNode, wide?: 'wide']

interface Props {
  facts: readonly Fact[]
  /** Figures are short: more of them stand side by side. */
  short?: boolean
  /** Labels stand beside their values on a phone, where what comes below matters more. */
  lines?: boolean
}

/** Lists the fields of a record. An empty one is a dash. */
export function Facts({ facts, short, lines }: Props) {
  return (
    <dl className={classes.facts} data-short={short} data-lines={lines}>
      {facts.map(([label, value, wide]) => (
        <div key={label} data-wide={wide}>
          <dt>{label}</dt>
          <dd dir="auto">{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
