import { IconMapOff } from '@tabler/icons-react'
import { Button } from '../ui/buttons.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import { Page } from './Page.tsx'
import { ScreenLink } from './ScreenLink.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Prompt
        icon={IconMapOff}
        title="There is nothing at this address"
        text="It may have been moved, or the link is incomplete."
        action={
          <Button component={ScreenLink} to="/dashboard">
            Go to the dashboard
          </Button>
        }
      />
    </Page>
  )
}
