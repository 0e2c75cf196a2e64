import { type ReactNode, useState } from 'react'
import { messageOf } from '../../core/api-error.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { DOT } from '../../ui/texts.ts'
import { feedbackProblem, PLAIN_SIGNATURE, type Signature } from './rules.ts'
import { SignatureFields } from './SignatureFields.tsx'
import type { useSigning } from './sent.api.ts'
import classes from './ToSignPanel.module.css'
import { signText } from './ToSignPanel.tsx'

export const TITLE = 'Sign by Code'

/** A performance under a code: its name for the tick, and what is shown of it. */
export interface EntryToSign {
  id: string
  label: string
  words: ReactNode
}

interface Props {
  name: string
  rollNo: string | null
  entries: readonly EntryToSign[]
  /** The news above them. */
  notice?: ReactNode
  /** Nothing can be signed. */
  disabled: boolean
  signing: ReturnType<typeof useSigning>
  /** Signs the chosen ones, in their order. */
  onSign: (ids: readonly string[], signature: Signature) => void
  onAgain: () => void
  onClose: () => void
}

/** Shows a student's performances under a code, and signs those that stay ticked. */
export function SignEntriesModal({ name, rollNo, entries, notice, disabled, signing, onSign, ...rest }: Props) {
  const { onAgain, onClose } = rest
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [signature, setSignature] = useState(PLAIN_SIGNATURE)
  const chosen = entries.filter(({ id }) => !leftOut.has(id)).map(({ id }) => id)
  const problem = feedbackProblem(signature, chosen.length)
  const tick = (id: string) => {
    const next = new Set(leftOut)
    if (!next.delete(id)) next.add(id)
    setLeftOut(next)
  }
  return (
    <Modal
      title={TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onAgain}>
            Another code
          </Button>
          <Button
            disabled={disabled || chosen.length === 0 || problem !== undefined || signing.isPending}
            onClick={() => onSign(chosen, signature)}
          >
            {signText(signing.isPending, chosen.length)}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {signing.error && <Problem text={messageOf(signing.error)} />}
        {notice}
        <Title order={3} size="h3">
          <bdi>{name}</bdi>
          {rollNo && (
            <>
              {DOT}
              <span className={classes.roll}>{rollNo}</span>
            </>
          )}
        </Title>
        <ul className={classes.list}>
          {entries.map(({ id, label, words }) => (
            <li key={id} className={classes.entry} data-ticked={!leftOut.has(id) || undefined}>
              {entries.length > 1 ? (
                <label className={classes.press} htmlFor={`by-code-${id}`}>
                  <Checkbox
                    id={`by-code-${id}`}
                    aria-label={`Sign ${label}`}
                    checked={!leftOut.has(id)}
                    onChange={() => tick(id)}
                  />
                  {words}
                </label>
              ) : (
                words
              )}
            </li>
          ))}
        </ul>
        {leftOut.size > 0 && (
          <Text size="sm" c="dimmed" role="status">
            What is left out waits on, and can be returned from the list of what is to be signed.
          </Text>
        )}
        <SignatureFields value={signature} problem={problem} onChange={setSignature} />
      </Stack>
    </Modal>
  )
}

interface AgainProps {
  onAgain: () => void
  onClose: () => void
}

/** The footer while nothing can be signed yet. */
export const AgainFooter = ({ onAgain, onClose }: AgainProps) => (
  <>
    <Button variant="default" onClick={onAgain}>
      Another code
    </Button>
    <CloseFooter onClose={onClose} />
  </>
)
