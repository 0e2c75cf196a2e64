import { useQuery } from '@tanstack/react-query'
import type { CodeEntries } from '../../../shared/contract/log-signing.ts'
import { unreached } from '../../core/api-error.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { AheadModal } from './AheadModal.tsx'
import { byCodeQuery } from './api.ts'
import type { CodePicture } from './code-picture.ts'
import { performanceName } from './rules.ts'
import { AgainFooter, SignEntriesModal, TITLE } from './SignEntriesModal.tsx'
import { useSigning } from './sent.api.ts'
import { EntryWords } from './ToSignPanel.tsx'

interface Props {
  picture: CodePicture
  onAgain: () => void
  onClose: () => void
}

/** Asks the server for the entries under a code. While it can't be reached, those in the picture stand for them. */
export function CodeEntriesModal({ picture: { code, ahead }, ...rest }: Props) {
  const found = useQuery(byCodeQuery(code))
  const isUnreached = found.error !== null && unreached(found.error)
  if (found.data) return <FoundModal code={code} found={found.data} {...rest} />
  if (isUnreached && ahead) return <AheadModal ahead={ahead} {...rest} />
  return (
    <Modal title={TITLE} onClose={rest.onClose} footer={<AgainFooter {...rest} />}>
      <Stack gap="sm">
        <ListState query={found} skeleton={<Skeleton height={160} />}>
          {() => null}
        </ListState>
        {isUnreached && (
          <Text>Without network, scan the picture on the student’s phone: it holds the entries themselves.</Text>
        )}
      </Stack>
    </Modal>
  )
}

interface FoundProps extends Omit<Props, 'picture'> {
  code: string
  found: CodeEntries
}

function FoundModal({ code, found: { student, entries, refusal }, ...rest }: FoundProps) {
  const signing = useSigning(rest.onClose)
  return (
    <SignEntriesModal
      name={student.name}
      rollNo={student.roll_no}
      entries={entries.map((entry) => ({
        id: String(entry.id),
        label: performanceName(entry),
        words: <EntryWords entry={entry} />,
      }))}
      notice={refusal && <Alert color="yellow">{refusal}</Alert>}
      disabled={refusal !== null}
      signing={signing}
      onSign={(ids, signature) => {
        const chosen = entries.filter(({ id }) => ids.includes(String(id)))
        const seen = chosen.map(({ id, updated_at }) => ({ id, updated_at }))
        signing.mutate({ students: student.name, count: chosen.length, body: { code, seen, ...signature } })
      }}
      {...rest}
    />
  )
}
