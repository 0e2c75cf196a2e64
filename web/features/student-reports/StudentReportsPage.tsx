import { useFilters } from '../../core/url-state.ts'
import { Page } from '../../layout/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { BelowPanel } from './BelowPanel.tsx'
import { NotTakenPanel } from './NotTakenPanel.tsx'
import { ReportsPanel } from './ReportsPanel.tsx'
import { addressOf, BELOW, NOT_TAKEN } from './rules.ts'

export { needs } from './api.ts'

const STUDENTS = 'students'
const TABS = [
  { value: STUDENTS, label: 'Students' },
  { value: NOT_TAKEN, label: 'Register not taken' },
  { value: BELOW, label: 'Below the minimum' },
]

export function StudentReportsPage() {
  const filters = useFilters()
  const { tab = STUDENTS } = addressOf(filters)
  return (
    <Page title="Student Reports">
      <Tabs
        label="Reports"
        tabs={TABS}
        value={tab}
        onChange={(chosen) => filters.set({ tab: chosen === STUDENTS ? undefined : chosen, page: undefined })}
      >
        {tab === STUDENTS && <ReportsPanel />}
        {tab === NOT_TAKEN && <NotTakenPanel />}
        {tab === BELOW && <BelowPanel />}
      </Tabs>
    </Page>
  )
}
