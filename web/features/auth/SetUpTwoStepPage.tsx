import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SECOND_FACTOR_FIRST } from '../../../shared/contract/auth.ts'
import { useLogin } from '../../core/login.ts'
import { queryClient } from '../../core/query-client.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { logout } from '../../offline/logout.ts'
import { toSignIn } from '../../offline/to-sign-in.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group } from '../../ui/elements.tsx'
import { noteTwoStep } from './api.ts'
import { RecoveryCodesPanel } from './RecoveryCodesPanel.tsx'
import { SetUpForm } from './SetUpForm.tsx'

/** Replaces every screen for a person whose role needs a second factor, until there is one. */
export function SetUpTwoStepPage() {
  const navigate = useNavigate()
  const by = useLogin()?.user.second_factor_reset_by
  const [codes, setCodes] = useState<string[]>()

  async function leave() {
    await logout()
    await toSignIn()
  }

  function goOn() {
    noteTwoStep()
    navigate('/dashboard', { replace: true })
  }

  return (
    <EntryPage title="Two-step sign-in">
      <QueryClientProvider client={queryClient}>
        {codes ? (
          <>
            <RecoveryCodesPanel codes={codes} />
            <Group justify="flex-end">
              <Button onClick={goOn}>I have kept them</Button>
            </Group>
          </>
        ) : (
          <>
            <Alert color="gray" icon={<IconShieldLock aria-hidden />}>
              {SECOND_FACTOR_FIRST} Your role needs it.
            </Alert>
            {by && (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Two-step sign-in was switched off">
                {by} has switched it off for you. If you did not ask for it, tell an administrator.
              </Alert>
            )}
            <SetUpForm onCodes={setCodes} />
            <Group>
              <Button variant="default" onClick={leave}>
                Logout
              </Button>
            </Group>
          </>
        )}
      </QueryClientProvider>
    </EntryPage>
  )
}
