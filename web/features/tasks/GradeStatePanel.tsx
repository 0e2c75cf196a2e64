import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Criterion } from '../../../shared/criteria.ts'
import { progressText } from '../../parts/criteria-texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import type { Grade, GradeProblem } from './grading.rules.ts'
import type { GradeStep } from './grading.ts'
import classes from './SubmissionsModal.module.css'

interface Props {
  /** "for Ayesha", only for assistive technology: the student of a button. */
  whose: ReactNode
  criteria: readonly Criterion[] | null
  step: GradeStep
  unsaved: boolean
  problem: GradeProblem | undefined
  stored: Grade
  onSave: () => void
  onTakeStored: () => void
}

/** Shows the state of a grade's saving, and the choices after a failure. */
export function GradeStatePanel({ whose, criteria, step, unsaved, problem, stored, onSave, onTakeStored }: Props) {
  // A field's own error stands under the field.
  const isOfField = problem?.of === 'marks' || problem?.of === 'remarks'
  const failed = step !== 'saving' && problem && !isOfField ? problem : undefined
  const isConflict = failed?.of === 'conflict'
  return (
    <>
      {!failed && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!unsaved || step === 'saving'}
          // Keeps the focus in the field: an error shown on leaving would push the button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSave}
        >
          Save{whose}
        </Button>
      )}
      <div className={classes.step} role="status">
        {step === 'saving' && <span className={classes.quiet}>Saving...</span>}
        {step === 'saved' && !unsaved && (
          <span className={classes.saved}>
            <IconCheck size={16} aria-hidden /> Saved
          </span>
        )}
        {failed && (
          <span className={classes.failed}>
            <IconAlertTriangle size={16} aria-hidden /> {failed.text}
          </span>
        )}
        {isConflict && <StoredNow stored={stored} criteria={criteria} />}
        {step === 'idle' && unsaved && !problem && <span className={classes.quiet}>Not saved yet</span>}
      </div>
      {failed && (
        <div className={classes.retry}>
          <Button size="compact-sm" variant="default" onClick={onSave}>
            {isConflict ? 'Save mine' : 'Retry'}
            {whose}
          </Button>
          {isConflict && (
            <Button size="compact-sm" variant="default" onClick={onTakeStored}>
              Use stored{whose}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Says what somebody else has stored meanwhile. */
function StoredNow({ stored, criteria }: Pick<Props, 'stored' | 'criteria'>) {
  const begun = criteria && progressText(stored.criteria ?? '', criteria)
  return (
    <Text size="sm">
      Stored now: {stored.marks === '' ? 'no marks' : `${stored.marks} marks`}
      {begun && `,${begun} criteria`}
      {stored.remarks && `, “${stored.remarks}”`}
    </Text>
  )
}
