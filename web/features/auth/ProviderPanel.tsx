import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { goToProvider } from '../../core/account.ts'
import { messageOf } from '../../core/api-error.ts'
import { providerName } from '../../core/page-config.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'

/**
 * Leads to the college's identity provider. The sign-in that the build draws hides it: only the server knows if there
 * is one.
 */
export function ProviderPanel() {
  const [isLeaving, setIsLeaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = providerName()

  async function leave() {
    setIsLeaving(true)
    setProblem(undefined)
    try {
      await goToProvider()
    } catch (error) {
      setProblem(messageOf(error))
      setIsLeaving(false)
    }
  }

  return (
    <>
      <Button
        data-provider
        variant="default"
        fullWidth
        disabled={isLeaving}
        style={name ? undefined : { display: 'none' }}
        onClick={leave}
      >
        {name}
      </Button>
      {problem && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {problem}
        </Alert>
      )}
    </>
  )
}
