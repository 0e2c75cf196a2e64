import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { NO_SUCH_DOCUMENT, VERIFY_PATH } from '../../../shared/contract/verified-documents.ts'
import { codeIn, codeProblem, codeText } from '../../../shared/verification-code.ts'
import { queryClient } from '../../core/query-client.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Anchor, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { checkQuery } from './api.ts'
import { CheckedPanel } from './CheckedPanel.tsx'

/** Checks a document by the code on it, for anybody. It stands outside the frame, which has the queries of all others. */
export function VerifyPage() {
  const { code } = useParams()
  return (
    <EntryPage title="Check a document">
      <QueryClientProvider client={queryClient}>
        {code === undefined ? <CodeForm /> : <Checked key={code} code={code} />}
      </QueryClientProvider>
    </EntryPage>
  )
}

function CodeForm() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = codeIn(text)
    if (code) return void navigate(`${VERIFY_PATH}/${code}`)
    setProblem(codeProblem(text))
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Documents of this college have a code at their end and at the foot of each page. Type it here, or scan the
          square beside it with a camera.
        </Text>
        <TextInput
          label="Code"
          required
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit">Check</Button>
      </Stack>
    </form>
  )
}

function Checked({ code }: { code: string }) {
  const found = useQuery(checkQuery(code))
  const written = codeIn(code)
  return (
    <Stack gap="md">
      {written && (
        <Text size="sm" c="dimmed">
          Code {codeText(written)}
        </Text>
      )}
      <ListState query={found} skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}>
        {(document) =>
          document ? (
            <CheckedPanel document={document} />
          ) : (
            <Alert color="red" title={NO_SUCH_DOCUMENT}>
              {codeProblem(code) ??
                'Please compare the code with the one on the paper. If it is the same, the college has not issued this document.'}
            </Alert>
          )
        }
      </ListState>
      <Anchor href={VERIFY_PATH} size="sm">
        Check another document
      </Anchor>
    </Stack>
  )
}
