import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeEntries as FoundByCode } from '../../../shared/contract/log-signing.ts'
import { counted, LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { messageOf } from '../../core/api-error.ts'
import { ListState } from '../../layout/ListState.tsx'
import { ScanCode } from '../../parts/ScanCode.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { byCodeQuery, knownSkillsQuery } from './api.ts'
import { type CodePicture, pictureOf } from './code-picture.ts'
import { PLAIN_SIGNATURE, SETTING_WORDS } from './rules.ts'
import { SignatureFields } from './SignatureFields.tsx'
import classes from './SignByCodeModal.module.css'
import { useSigning } from './sent.api.ts'
import { EntryWords } from './ToSignPanel.tsx'

interface Props {
  /** The code of the address, if it was opened by its picture. */
  code: string
  onClose: () => void
}

const TITLE = 'Sign by Code'

const isCode = (text: string) => /^\d{6}$/.test(text)

/** Signs at the bedside: scan the student's phone or type six digits, look, and sign. */
export function SignByCodeModal({ code, onClose }: Props) {
  const [picture, setPicture] = useState<CodePicture | undefined>(() =>
    isCode(code) ? pictureOf(window.location.href) : undefined,
  )
  const [typed, setTyped] = useState('')
  const [isForeign, setForeign] = useState(false)

  function read(text: string): void {
    const found = pictureOf(text)
    setForeign(found === undefined)
    if (found) setPicture(found)
  }

  function type(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, 6)
    setTyped(digits)
    if (isCode(digits)) setPicture({ code: digits })
  }

  const again = () => {
    setTyped('')
    setPicture(undefined)
  }
  if (picture?.ahead)
    return <AheadModal key={picture.code} picture={picture} ahead={picture.ahead} onAgain={again} onClose={onClose} />
  if (picture) return <CodeEntriesModal key={picture.code} code={picture.code} onAgain={again} onClose={onClose} />
  return (
    <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <TextInput
          label="Six digits"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {isForeign && (
          <Alert color="yellow" role="status">
            That is no code of this logbook.
          </Alert>
        )}
        <ScanCode onCode={read} />
      </Stack>
    </Modal>
  )
}

interface CodeProps {
  onAgain: () => void
  onClose: () => void
}

/** Shows the entries under a code that the server knows. */
const CodeEntriesModal = ({ code, onAgain, onClose }: CodeProps & { code: string }) => (
  <Modal title={TITLE} onClose={onClose} footer={<AgainFooter onAgain={onAgain} onClose={onClose} />}>
    <ListState query={useQuery(byCodeQuery(code))} skeleton={<Skeleton height={160} />}>
      {(found) => <CodeEntries code={code} found={found} onClose={onClose} />}
    </ListState>
  </Modal>
)

function CodeEntries({ code, found, onClose }: { code: string; found: FoundByCode; onClose: () => void }) {
  const { student, entries, refusal } = found
  const [signature, setSignature] = useState(PLAIN_SIGNATURE)
  const signing = useSigning(onClose)
  const sign = () =>
    signing.mutate({
      title: student.name,
      count: entries.length,
      body: { code, seen: entries.map(({ id, updated_at }) => ({ id, updated_at })), ...signature },
    })
  return (
    <Stack gap="md">
      {signing.error && <Problem text={messageOf(signing.error)} />}
      {refusal && <Alert color="yellow">{refusal}</Alert>}
      <Who name={student.name} rollNo={student.roll_no} />
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <EntryWords entry={entry} />
          </li>
        ))}
      </ul>
      <SignatureFields value={signature} onChange={setSignature} />
      <SignButton count={entries.length} isPending={signing.isPending} disabled={refusal !== null} onSign={sign} />
    </Stack>
  )
}

interface AheadProps extends CodeProps {
  picture: CodePicture
  ahead: NonNullable<CodePicture['ahead']>
}

/** The entries that a picture held: the student's phone has no network, so they are signed as they are read here. */
function AheadModal({ picture, ahead, onAgain, onClose }: AheadProps) {
  const known = useQuery(knownSkillsQuery)
  const [signature, setSignature] = useState(PLAIN_SIGNATURE)
  const signing = useSigning(onClose)
  // The picture tells no names of skills: a student could write a harmless one there.
  const skills = new Map(known.data?.value.map(({ id, name }) => [id, name]))
  const isKnown = ahead.entries.every(({ skill_id }) => skills.has(skill_id))
  const sign = () =>
    signing.mutate({
      title: ahead.student,
      count: ahead.entries.length,
      body: { code: picture.code, ...ahead, ...signature },
    })
  return (
    <Modal title={TITLE} onClose={onClose} footer={<AgainFooter onAgain={onAgain} onClose={onClose} />}>
      <Stack gap="md">
        {signing.error && <Problem text={messageOf(signing.error)} />}
        <Who name={ahead.student} rollNo={null} />
        {known.isPending && <Skeleton height={120} />}
        {known.isFetched && !isKnown && (
          <Alert color="yellow">
            This device does not know one of these skills yet. Open it once with the network, then scan again.
          </Alert>
        )}
        <ul className={classes.list}>
          {ahead.entries.map((entry) => (
            <li key={entry.key} className={classes.entry}>
              <Text fw={600} dir="auto">
                {skills.get(entry.skill_id) ?? `Skill ${entry.skill_id}`}
              </Text>
              <Text size="sm" c="dimmed">
                {[
                  wordOf(LEVEL_WORDS, entry.level),
                  writtenDay(entry.performed_on),
                  entry.place,
                  entry.setting === 'simulated' ? SETTING_WORDS.simulated : undefined,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
        <SignatureFields value={signature} onChange={setSignature} />
        <SignButton count={ahead.entries.length} isPending={signing.isPending} disabled={!isKnown} onSign={sign} />
      </Stack>
    </Modal>
  )
}

const Who = ({ name, rollNo }: { name: string; rollNo: string | null }) => (
  <Title order={3} size="h3">
    <bdi>{name}</bdi>
    {rollNo && ` · ${rollNo}`}
  </Title>
)

interface SignButtonProps {
  count: number
  isPending: boolean
  disabled: boolean
  onSign: () => void
}

const SignButton = ({ count, isPending, disabled, onSign }: SignButtonProps) => (
  <Button fullWidth disabled={disabled || isPending} onClick={onSign}>
    {isPending ? 'Signing...' : `Sign ${counted(count, 'performance')}`}
  </Button>
)

const AgainFooter = ({ onAgain, onClose }: CodeProps) => (
  <>
    <Button variant="default" onClick={onAgain}>
      Another code
    </Button>
    <CloseFooter onClose={onClose} />
  </>
)
