import { Tabs as Kit } from '@mantine/core'
import './styles-kit.ts'
import type { ReactNode } from 'react'
import classes from './Tabs.module.css'

interface Props {
  /** The name of the tabs. */
  label: string
  tabs: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Shows tabs that wrap on a phone. Only the chosen one is drawn. */
export function Tabs({ label, tabs, value, onChange, children }: Props) {
  return (
    <Kit value={value} onChange={(chosen) => chosen !== null && onChange(chosen)} keepMounted={false}>
      <Kit.List aria-label={label}>
        {tabs.map((tab) => (
          <Kit.Tab key={tab.value} value={tab.value} className={classes.tab}>
            <span dir="auto">{tab.label}</span>
          </Kit.Tab>
        ))}
      </Kit.List>
      {tabs.map((tab) => (
        <Kit.Panel key={tab.value} value={tab.value} className={classes.panel}>
          {tab.value === value && children}
        </Kit.Panel>
      ))}
    </Kit>
  )
}
