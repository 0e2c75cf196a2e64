import { IconWifiOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { health } from '../../../shared/contract/health.ts'
import { call } from '../../core/call.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'

const EVERY_MS = 3000
const reload = () => window.location.reload()

/** Stands in for the server's page of the sign-in (web/sign-in), which this device does not keep, without network. */
export function SignInMissingPage() {
  useEffect(() => {
    const look = () => call(health.read).then(reload, () => undefined)
    const looking = setInterval(look, EVERY_MS)
    return () => clearInterval(looking)
  }, [])
  return (
    <EntryPage title="Welcome to Clinical eLog">
      <Alert color="gray" role="status" icon={<IconWifiOff aria-hidden />}>
        Signing in needs the network, and the server cannot be reached.
      </Alert>
      <Button fullWidth onClick={reload}>
        Try again
      </Button>
    </EntryPage>
  )
}
