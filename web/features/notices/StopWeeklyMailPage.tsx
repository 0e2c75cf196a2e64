import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../core/api-error.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Anchor, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { stopWeeklyMail } from './api.ts'

/** Stops the weekly mail of whoever got the link. A press does it, since mail programs open links to look at them. */
export function StopWeeklyMailPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [answer, setAnswer] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function stop() {
    setPending(true)
    setProblem(undefined)
    try {
      setAnswer((await stopWeeklyMail(token)).message)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setPending(false)
  }

  return (
    <EntryPage title="Weekly mail">
      <Stack gap="sm">
        {answer ? (
          <Alert color="gray" role="status">
            {answer}
          </Alert>
        ) : (
          <>
            <Text>
              Stops the mails of Mondays with what waits for you. You can choose them again under Notices in your user
              menu.
            </Text>
            {problem && <Problem text={problem} />}
            <Button disabled={pending} onClick={stop}>
              {pending ? 'Stopping...' : 'Stop the weekly mail'}
            </Button>
          </>
        )}
        <Anchor href="/dashboard" size="sm">
          Open Clinical eLog
        </Anchor>
      </Stack>
    </EntryPage>
  )
}
