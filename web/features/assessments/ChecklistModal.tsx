import { useEffect, useRef } from 'react'
import { CriteriaChecklist } from '../../parts/CriteriaChecklist.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { isAbsent } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { LineName } from './MarksRow.tsx'
import type { Marking } from './marking.ts'
import { shownOf } from './results.rules.ts'

interface Props {
  /** The line whose criteria are open, and all that have some, in the order shown. */
  line: MarkLine
  lines: readonly MarkLine[]
  /** The name of the assessment, or of the student. */
  subject: string
  marking: Marking
  onTurn: (line: MarkLine) => void
  onClose: () => void
}

/** Takes the marks for each criterion of one line, kept on the device with each tap, and goes on to the next one. */
export function ChecklistModal({ line, lines, subject, marking, onTurn, onClose }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const { typed, pending, onType } = marking
  const { marks, criteria: text = '' } = shownOf(line, typed)
  const at = lines.findIndex(({ key }) => key === line.key)
  const [former, next] = [lines[at - 1], lines[at + 1]]
  const what = line.isPerson ? 'student' : 'assessment'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another line begins at its first criterion
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void top.current?.scrollIntoView({ block: 'end' })
  }, [line.key])

  return (
    <Modal
      title="Checklist"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" disabled={!former} onClick={() => former && onTurn(former)}>
            Previous {what}
          </Button>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
          <Button disabled={!next} onClick={() => next && onTurn(next)}>
            Next {what}
          </Button>
        </>
      }
    >
      <div ref={top} />
      <Stack gap="sm">
        <div aria-live="polite">
          <LineName line={line} />
          <Text size="sm" c="dimmed" dir="auto">
            {subject}
          </Text>
        </div>
        <CriteriaChecklist
          key={line.key}
          criteria={line.criteria ?? []}
          fine="hundredths"
          text={text}
          readOnly={pending}
          note={isAbsent(marks) ? 'Absent. A mark for a criterion takes that back.' : undefined}
          onType={(given) => onType(line, given)}
        />
      </Stack>
    </Modal>
  )
}
