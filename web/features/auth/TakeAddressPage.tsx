import { MailedLinkPage } from '../../parts/MailedLinkPage.tsx'
import { takeEmail } from './api.ts'

/** Takes the address of a mailed link. */
export const TakeAddressPage = () => (
  <MailedLinkPage
    title="Your address"
    action="Take this address"
    pendingAction="Saving..."
    color="green"
    act={takeEmail}
  >
    Your account of Clinical eLog gets the address to which this link was mailed.
  </MailedLinkPage>
)
