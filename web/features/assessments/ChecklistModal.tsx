import { type KeyboardEvent, useEffect, useRef } from 'react'
import { decimalText } from '../../../shared/decimals.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text, VisuallyHidden } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Tally } from '../../ui/Tally.tsx'
import { isAbsent } from './absent.rules.ts'
import classes from './ChecklistModal.module.css'
import { CriterionFields } from './CriterionFields.tsx'
import { soFar, sumText, textFrom, textsIn } from './criteria.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { LineName } from './MarksRow.tsx'
import type { Marking } from './marking.ts'
import { shownOf } from './results.rules.ts'
import { totalOf } from './rules.ts'

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
  const criteria = line.criteria ?? []
  const { marks, criteria: text = '' } = shownOf(line, typed)
  const texts = textsIn(text, criteria)
  const { count, sum } = soFar(text, criteria)
  const at = lines.findIndex(({ key }) => key === line.key)
  const [former, next] = [lines[at - 1], lines[at + 1]]
  const what = line.isPerson ? 'student' : 'assessment'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another line begins at its first criterion
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void top.current?.scrollIntoView({ block: 'end' })
  }, [line.key])

  function set(index: number, given: string): void {
    const criteriaText = textFrom(texts.with(index, given))
    onType(line, { criteria: criteriaText, marks: sumText(criteriaText, criteria) })
  }

  // Enter would press a button; it goes on to the next criterion.
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLInputElement) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll('input')]
    fields[fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)]?.focus()
  }

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
      <Stack gap="sm" onKeyDown={onKeyDown}>
        <div aria-live="polite">
          <LineName line={line} />
          <Text size="sm" c="dimmed" dir="auto">
            {subject}
          </Text>
        </div>
        <Tally
          label="Sum so far"
          figures={{
            Criteria: `${count} of ${criteria.length}`,
            Sum: `${decimalText(sum)} of ${decimalText(totalOf({ total_marks: line.totalMarks }))}`,
          }}
        >
          {text !== '' && (
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={pending}
              onClick={() => onType(line, { criteria: '', marks: '' })}
            >
              Clear all
            </Button>
          )}
        </Tally>
        {isAbsent(marks) && <Text size="sm">Absent. A mark for a criterion takes that back.</Text>}
        <ol key={line.key} className={classes.list}>
          {criteria.map((criterion, index) => (
            <CriterionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no other name, and do not move here
              key={index}
              criterion={criterion}
              text={texts[index] ?? ''}
              readOnly={pending}
              onType={(given) => set(index, given)}
            />
          ))}
        </ol>
        <VisuallyHidden aria-live="polite">{`${count} of ${criteria.length} criteria, ${decimalText(sum)}`}</VisuallyHidden>
      </Stack>
    </Modal>
  )
}
