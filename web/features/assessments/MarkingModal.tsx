import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text, VisuallyHidden } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import classes from './MarkingModal.module.css'
import { MarksConflictModal } from './MarksConflictModal.tsx'
import { MarksList } from './MarksList.tsx'
import { type MarkingOptions, useMarking } from './marking.ts'
import { PasteModal } from './PasteModal.tsx'
import { filledText, type Paste } from './paste.rules.ts'

interface Props extends MarkingOptions {
  heading: string
  /** The name of the assessment, or of the student, whose marks are entered. */
  subject: string
  /** The total of the marks, and the group. */
  details: ReactNode
  /** Tells what a save would do beside storing the marks. */
  notice?: string | undefined
  empty: string
  /** True when the totals differ. */
  mixed?: boolean
}

/** Tells of typed marks whose lines are gone. */
const StrayMarksPanel = ({ count, onDiscard }: { count: number; onDiscard: () => void }) => (
  <Problem
    text={`Marks were typed for ${count === 1 ? 'one' : count} who can no longer be marked here. They cannot be saved.`}
  >
    <Button variant="default" size="xs" onClick={onDiscard}>
      Discard
    </Button>
  </Problem>
)

/**
 * Lets somebody type the marks of one assessment, or of one student. Before they are saved, it shows where others have
 * changed the same ones.
 */
export function MarkingModal({ heading, subject, details, notice, empty, mixed = false, ...options }: Props) {
  const { sections, onClose } = options
  const marking = useMarking(options)
  const { conflicts, differences, pending, problem } = marking
  const [pasted, setPasted] = useState<Paste>()
  const body = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // Scrolls to the wrong line. The pressed button lost the focus while it was disabled.
  useEffect(() => {
    if (!problem) return
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [problem])

  if (conflicts.length > 0)
    return (
      <MarksConflictModal
        title={heading}
        subject={subject}
        conflicts={conflicts}
        others={differences.length - conflicts.length}
        pending={pending}
        onDecide={marking.decide}
        onClose={onClose}
      />
    )

  const none = sections.every(({ lines }) => lines.length === 0)
  return (
    <>
      <Modal
        title={heading}
        thing={subject}
        size="xl"
        onClose={() => !pending && onClose()}
        footer={
          none ? (
            <CloseFooter onClose={onClose} />
          ) : (
            <>
              {/* Beside the pressed button: the top of the list is far away. */}
              {problem && (
                <div className={classes.failure}>
                  <Problem text={problem.text} />
                </div>
              )}
              {marking.pasted ? (
                <Button variant="default" disabled={pending} onClick={marking.undo}>
                  Undo paste
                </Button>
              ) : (
                differences.length > 0 && (
                  <Button variant="default" disabled={pending} onClick={marking.discard}>
                    Discard
                  </Button>
                )
              )}
              <Button ref={button} disabled={pending || differences.length === 0} onClick={marking.save}>
                {pending ? 'Saving...' : 'Save'}
              </Button>
            </>
          )
        }
      >
        <Stack gap="md" ref={body}>
          <Text size="sm" c="dimmed">
            {details}
          </Text>
          {notice && (
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
              <Text size="sm">{notice}</Text>
            </Alert>
          )}
          {marking.refused && (
            <Problem text="This browser keeps nothing on the device. Save before you leave this page." />
          )}
          {marking.strays.length > 0 && (
            <StrayMarksPanel count={marking.strays.length} onDiscard={marking.dropStrays} />
          )}
          <VisuallyHidden aria-live="polite">
            {marking.pasted && `Filled in: ${filledText(marking.pasted)}`}
          </VisuallyHidden>
          {none ? (
            <Prompt title={empty} />
          ) : (
            <MarksList sections={sections} marking={marking} mixed={mixed} subject={subject} onPaste={setPasted} />
          )}
        </Stack>
      </Modal>
      {pasted && (
        <PasteModal
          pasted={pasted}
          onFill={() => {
            marking.paste(pasted)
            setPasted(undefined)
          }}
          onClose={() => setPasted(undefined)}
        />
      )}
    </>
  )
}
