import { MailedLinkPage } from '../../parts/MailedLinkPage.tsx'
import { stopWeeklyMail } from './api.ts'

/** Stops the weekly mail of whoever got the link. */
export const StopWeeklyMailPage = () => (
  <MailedLinkPage
    title="Weekly mail"
    action="Stop the weekly mail"
    pendingAction="Stopping..."
    color="gray"
    act={stopWeeklyMail}
  >
    Stops the mails of Mondays with what waits for you. You can choose them again under Notices in your user menu.
  </MailedLinkPage>
)
