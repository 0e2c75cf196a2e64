import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Statistics } from '../../../shared/contract/dashboard.ts'
import { figure } from '../../../shared/labels.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Loader, Paper } from '../../ui/elements.tsx'
import { statisticsQuery } from './api.ts'
import classes from './DashboardPage.module.css'

const FIGURES: readonly [keyof Statistics, string][] = [
  ['students', 'Active students'],
  ['staff', 'Active staff'],
  ['departments', 'Active departments'],
  ['open_tasks', 'Non-completed tasks'],
]

/** Hidden until opened, and only then read. */
export function StatisticsTable() {
  const [opened, setOpened] = useState(false)
  const query = useQuery({ ...statisticsQuery, enabled: opened })
  return (
    <Paper withBorder px="sm" py={4}>
      <Disclosure title="Quick statistics" icon={IconChartBar} opened={opened} onToggle={() => setOpened(!opened)}>
        <ListState query={query} skeleton={<Loader size={22} aria-label="Loading statistics" role="status" />}>
          {(figures) => (
            <dl className={classes.figures}>
              {FIGURES.map(([field, label]) => (
                <div key={field} className={classes.figure}>
                  <dt>{label}</dt>
                  <dd>{figure(figures[field])}</dd>
                </div>
              ))}
            </dl>
          )}
        </ListState>
      </Disclosure>
    </Paper>
  )
}
