import type { KeyboardEvent } from 'react'
import { type Criterion, criteriaTotal, type Fineness, markText } from '../../shared/criteria.ts'
import { Button } from '../ui/buttons.tsx'
import { Stack, Text, VisuallyHidden } from '../ui/elements.tsx'
import { Tally } from '../ui/Tally.tsx'
import classes from './CriterionFields.module.css'
import { CriterionFields } from './CriterionFields.tsx'
import { soFar, sumText, textFrom, textsIn } from './criteria-texts.ts'

interface Props {
  criteria: readonly Criterion[]
  fine: Fineness
  /** The typed marks, as one text. */
  text: string
  readOnly?: boolean
  /** Said above the criteria. */
  note?: string | undefined
  onType: (typed: { criteria: string; marks: string }) => void
  /** Enter was pressed in the last field, or with Ctrl in any. */
  onEnd?: (event: KeyboardEvent<HTMLElement>) => void
}

/** Takes the marks for each criterion, by taps or typed, and adds them up. */
export function CriteriaChecklist({ criteria, fine, text, readOnly = false, note, onType, onEnd }: Props) {
  const texts = textsIn(text, criteria)
  const { count, sum } = soFar(text, criteria, fine)
  const figure = markText[fine]

  function set(index: number, given: string): void {
    const typed = textFrom(texts.with(index, given))
    onType({ criteria: typed, marks: sumText(typed, criteria, fine) })
  }

  // Enter would press a button; it goes on to the next criterion.
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLInputElement) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const other = fields[fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)]
    const ends = !event.shiftKey && (!other || event.ctrlKey || event.metaKey)
    if (ends && onEnd) onEnd(event)
    else other?.focus()
  }

  return (
    <Stack gap="sm" onKeyDown={onKeyDown}>
      <Tally
        label="Sum so far"
        figures={{
          Criteria: `${count} of ${criteria.length}`,
          Sum: `${figure(sum)} of ${figure(criteriaTotal(criteria))}`,
        }}
      >
        {text !== '' && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={readOnly}
            onClick={() => onType({ criteria: '', marks: '' })}
          >
            Clear all
          </Button>
        )}
      </Tally>
      {note && <Text size="sm">{note}</Text>}
      <ol className={classes.list}>
        {criteria.map((criterion, index) => (
          <CriterionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no other name, and do not move here
            key={index}
            criterion={criterion}
            fine={fine}
            text={texts[index] ?? ''}
            readOnly={readOnly}
            onType={(given) => set(index, given)}
          />
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{`${count} of ${criteria.length} criteria, ${figure(sum)}`}</VisuallyHidden>
    </Stack>
  )
}
