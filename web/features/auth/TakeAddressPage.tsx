import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Anchor, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { takeEmail } from './api.ts'

/** Takes the address of a mailed link. A press does it, since mail programs open links to look at them. */
export function TakeAddressPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [answer, setAnswer] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function take() {
    setPending(true)
    setProblem(undefined)
    try {
      setAnswer((await takeEmail(token)).message)
    } catch (error) {
      const said = error instanceof ApiError && error.errors ? Object.values(error.errors).flat() : []
      setProblem(said.length > 0 ? said.join(' ') : messageOf(error))
    }
    setPending(false)
  }

  return (
    <EntryPage title="Your address">
      <Stack gap="sm">
        {answer ? (
          <Alert color="green" role="status">
            {answer}
          </Alert>
        ) : (
          <>
            <Text>Your account of Clinical eLog gets the address to which this link was mailed.</Text>
            {problem && <Problem text={problem} />}
            <Button disabled={pending} onClick={take}>
              {pending ? 'Saving...' : 'Take this address'}
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
