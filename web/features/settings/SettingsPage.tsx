import { useQuery } from '@tanstack/react-query'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { settingsQuery } from './api.ts'

export { needs } from './api.ts'

const waiting = <Skeleton height={240} role="status" aria-label="Loading" />
const SettingsPanel = later(async () => (await import('./SettingsPanel.tsx')).SettingsPanel, waiting)
// The forms come while the server is asked for their values.
SettingsPanel.load()

/** Lets administrators set up what would otherwise be variables of the server's environment. */
export function SettingsPage() {
  const found = useQuery(settingsQuery)
  return (
    <Page title="Settings">
      <ListState query={found} skeleton={waiting}>
        {(settings) => <SettingsPanel settings={settings} />}
      </ListState>
    </Page>
  )
}
