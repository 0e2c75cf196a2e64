import { useState } from 'react'
import { ScanCode } from '../../parts/ScanCode.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Stack } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { AheadModal } from './AheadModal.tsx'
import { CodeEntriesModal } from './CodeEntriesModal.tsx'
import { type CodePicture, pictureOf } from './code-picture.ts'
import { TITLE } from './SignEntriesModal.tsx'

interface Props {
  /** The code of the address, if it was opened by its picture. */
  code: string
  onClose: () => void
}

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
  // The student's phone had no network when it made this picture.
  if (picture?.ahead && picture.ahead.code === picture.code)
    return <AheadModal key={picture.code} ahead={picture.ahead} onAgain={again} onClose={onClose} />
  if (picture) return <CodeEntriesModal key={picture.code} picture={picture} onAgain={again} onClose={onClose} />
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
