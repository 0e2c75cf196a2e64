import { type KeyboardEvent, memo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { VisuallyHidden } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { Grading } from './api.ts'
import { GradeCriteriaPanel } from './GradeCriteriaPanel.tsx'
import { GradeStatePanel } from './GradeStatePanel.tsx'
import { useGrade } from './grading.ts'
import classes from './SubmissionsModal.module.css'

interface Props {
  submission: Submission
  grading: Grading
  isChecklistOpen: boolean
  /** Opens the checklist of a student and closes that of another one, or closes it. */
  onChecklist: (student: number | undefined) => void
  onUnsaved: (id: number, unsaved: boolean) => void
  /** Enter was pressed and this student is done; with Ctrl the next one without marks is wanted. */
  onNext: (from: HTMLElement, isUngraded: boolean) => void
}

/** Marks and faculty remarks; Enter saves and goes to the next student. */
export const GradeFields = memo(function GradeFields(props: Props) {
  const { submission, grading, isChecklistOpen, onChecklist, onUnsaved, onNext } = props
  const { grade, stored, unsaved, step, problem, change, save, leave, wrongField, takeStored } = useGrade(
    submission,
    grading,
    onUnsaved,
  )
  const { student, task } = submission
  const { criteria } = task
  const isSum = criteria !== null && (grade.criteria ?? '') !== ''
  const frame = useRef<HTMLDivElement>(null)
  const fields = {
    marks: useRef<HTMLInputElement>(null),
    remarks: useRef<HTMLTextAreaElement>(null),
  }
  const whose = (
    <>
      {' '}
      <VisuallyHidden>for {student.name}</VisuallyHidden>
    </>
  )

  /** @returns whether the grade can be stored; if not, the person is at the field that keeps it from that */
  function saveValid(): boolean {
    save()
    const wrong = wrongField()
    if (!wrong) return true
    const criterion = wrong === 'marks' && frame.current?.querySelector<HTMLElement>('li [aria-invalid="true"]')
    ;(criterion || fields[wrong].current)?.focus()
    return false
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    goOn(event)
  }

  function goOn(event: KeyboardEvent<HTMLElement>): void {
    if (saveValid()) onNext(event.target as HTMLElement, event.ctrlKey || event.metaKey)
  }

  function toggle(panel: string): void {
    flushSync(() => onChecklist(isChecklistOpen ? undefined : student.id))
    void document.getElementById(panel)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={classes.grade} ref={frame}>
      <TextInput
        ref={fields.marks}
        className={classes.marks}
        label={<>Marks{whose}</>}
        inputMode="numeric"
        autoComplete="off"
        data-marks
        rightSection={<span className={classes.total}>/ {task.total_marks ?? DEFAULT_TOTAL_MARKS}</span>}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        value={grade.marks}
        readOnly={isSum}
        title={isSum ? 'Marked by the checklist' : undefined}
        error={problem?.of === 'marks' && problem.text}
        onChange={(event) => change({ marks: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextArea
        ref={fields.remarks}
        className={classes.remarks}
        label={<>Faculty remarks{whose}</>}
        rows={1}
        value={grade.remarks}
        error={problem?.of === 'remarks' && problem.text}
        onChange={(event) => change({ remarks: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {criteria && (
        <GradeCriteriaPanel
          criteria={criteria}
          text={grade.criteria ?? ''}
          whose={whose}
          isOpen={isChecklistOpen}
          onToggle={toggle}
          onType={change}
          onLeave={leave}
          onEnd={goOn}
        />
      )}
      <GradeStatePanel
        criteria={criteria}
        whose={whose}
        step={step}
        unsaved={unsaved}
        problem={problem}
        stored={stored}
        onSave={saveValid}
        onTakeStored={takeStored}
      />
    </div>
  )
})
