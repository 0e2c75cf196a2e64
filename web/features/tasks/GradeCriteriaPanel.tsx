import { type FocusEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Criterion } from '../../../shared/criteria.ts'
import { CriteriaChecklist } from '../../parts/CriteriaChecklist.tsx'
import { progressText } from '../../parts/criteria-texts.ts'
import { Button } from '../../ui/buttons.tsx'
import classes from './SubmissionsModal.module.css'

interface Props {
  criteria: readonly Criterion[]
  /** The typed marks, as one text. */
  text: string
  /** "for Ayesha", only for assistive technology. */
  whose: ReactNode
  isOpen: boolean
  onToggle: (panel: string) => void
  onType: (typed: { criteria: string; marks: string }) => void
  /** The focus has left the criteria. */
  onLeave: () => void
  onEnd: (event: KeyboardEvent<HTMLElement>) => void
}

/** Opens the criteria of one student's work below the marks, so that the work stays in sight beside them. */
export function GradeCriteriaPanel({ criteria, text, whose, isOpen, onToggle, onType, onLeave, onEnd }: Props) {
  const id = useId()
  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) onLeave()
  }
  return (
    <div className={classes.checklist}>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(id)}
      >
        Checklist{progressText(text, criteria)}
        {whose}
      </Button>
      {isOpen && (
        <fieldset id={id} aria-label="Checklist" data-checklist onBlur={onBlur}>
          <CriteriaChecklist criteria={criteria} fine="whole" text={text} onType={onType} onEnd={onEnd} />
        </fieldset>
      )}
    </div>
  )
}
