import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../core/api-error.ts'
import { type Receiving, useDownload } from '../core/downloading.ts'
import { saveFile } from '../core/downloads.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { Problem } from '../ui/Problem.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import classes from './FileDownload.module.css'

interface Props {
  /** The file's own name. */
  name: string
  /** The record's name, for people who can't see the button's place. */
  of: string
  /** The text of the button. */
  label?: string
  read: (receiving: Receiving) => Promise<Blob>
  onDone?: () => void
}

/** A quicker file needs no bar. */
const BAR_AFTER_MS = 400

/** Downloads a file by a button, with its progress, a way to cancel, and a way to go on after a failure. */
export function FileDownload({ name, of, label = 'Download', read, onDone }: Props) {
  const { isComing, percent, error, isBegun, cancel, receive } = useDownload()
  const [isSlow, setSlow] = useState(false)
  const giveUp = useRef<HTMLButtonElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)

  useEffect(() => {
    if (!isComing) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), BAR_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isComing])

  // The focused button has gone; the one in its place takes the focus over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one has taken the other's place
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) (giveUp.current ?? again.current)?.focus()
  }, [isSlow, isComing])

  async function save(): Promise<void> {
    pressed.current = true
    const file = await receive(read)
    if (!file) return
    saveFile(file, name)
    toast.success('File downloaded successfully!')
    onDone?.()
  }

  if (isComing && isSlow)
    return (
      <div className={classes.coming}>
        <div className={classes.bar}>
          <ProgressBar label="Downloading..." percent={percent ?? 0} of={`Download of ${of}`} />
        </div>
        <Button ref={giveUp} variant="default" size="sm" aria-label={`Cancel the download of ${of}`} onClick={cancel}>
          Cancel
        </Button>
      </div>
    )
  if (error)
    return (
      <div className={classes.failed}>
        <Problem text={messageOf(error)}>
          <Button ref={again} variant="default" size="xs" onClick={save}>
            {isBegun ? 'Resume' : 'Try again'}
          </Button>
        </Problem>
      </div>
    )
  return (
    <Button
      ref={again}
      variant="default"
      size="sm"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isComing}
      aria-label={`${label} ${of}`}
      onClick={save}
    >
      {label}
    </Button>
  )
}
