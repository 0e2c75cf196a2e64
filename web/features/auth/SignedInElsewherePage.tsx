import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { finishAtProvider } from '../../core/account.ts'
import { messageOf } from '../../core/api-error.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Anchor, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'

/** The page that the identity provider leads back to. Its answer stands in the address and works once. */
export function SignedInElsewherePage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const isSent = useRef(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    finishAtProvider(search.slice(1)).then(
      () => navigate('/dashboard', { replace: true }),
      (error: unknown) => {
        setProblem(messageOf(error))
        // Keeps the answer out of the history.
        navigate('.', { replace: true })
      },
    )
  }, [search, navigate])

  return (
    <EntryPage title="Welcome to Clinical eLog">
      {problem ? <Problem text={problem} /> : <Text role="status">Logging in...</Text>}
      <Anchor href="/login" size="sm">
        Back to login
      </Anchor>
    </EntryPage>
  )
}
