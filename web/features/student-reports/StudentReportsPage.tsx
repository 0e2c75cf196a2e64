import { useFilters } from '../../core/url-state.ts'
import { Page } from '../../layout/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { NotTakenPanel } from './NotTakenPanel.tsx'
import { ReportsPanel } from './ReportsPanel.tsx'
import { NOT_TAKEN } from './rules.ts'

export { needs } from './api.ts'

const TABS = [
  { value: 'students', label: 'Students' },
  { value: NOT_TAKEN, label: 'Register not taken' },
]

export function StudentReportsPage() {
  const filters = useFilters()
  const tab = filters.text('tab') === NOT_TAKEN ? NOT_TAKEN : 'students'
  return (
    <Page title="Student Reports">
      <Tabs
        label="Reports"
        tabs={TABS}
        value={tab}
        onChange={(chosen) => filters.set({ tab: chosen === NOT_TAKEN ? chosen : undefined, page: undefined })}
      >
        {tab === NOT_TAKEN ? <NotTakenPanel /> : <ReportsPanel />}
      </Tabs>
    </Page>
  )
}
