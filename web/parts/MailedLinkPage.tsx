import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../core/api-error.ts'
import { EntryPage } from '../layout/EntryPage.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons.tsx'
import { Anchor, Stack, Text } from '../ui/elements.tsx'
import { Problem } from '../ui/Problem.tsx'

interface Props {
  title: string
  /** Says what the link is for. */
  children: ReactNode
  action: string
  pendingAction: string
  /** The colour of the answer. */
  color: 'green' | 'gray'
  /** Does it, with the token of the link. */
  act: (token: string) => Promise<{ message: string }>
}

/** Returns the server's reason: that of its field, where one is blamed, which this page does not have. */
function reasonOf(error: unknown): string {
  const said = error instanceof ApiError && error.errors ? Object.values(error.errors).flat() : []
  return said.length > 0 ? said.join(' ') : messageOf(error)
}

/** Shows the page of a mailed link. A press does what it is for, since mail programs open links to look at them. */
export function MailedLinkPage({ title, children, action, pendingAction, color, act }: Props) {
  const token = useSearchParams()[0].get('token') ?? ''
  const [answer, setAnswer] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function press() {
    setPending(true)
    setProblem(undefined)
    try {
      setAnswer((await act(token)).message)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setPending(false)
  }

  return (
    <EntryPage title={title}>
      <Stack gap="sm">
        {answer ? (
          <Alert color={color} role="status">
            {answer}
          </Alert>
        ) : (
          <>
            <Text>{children}</Text>
            {problem && <Problem text={problem} />}
            <Button disabled={pending} onClick={press}>
              {pending ? pendingAction : action}
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
