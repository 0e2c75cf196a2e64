import { type KeyboardEvent, memo, useRef } from 'react'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { VisuallyHidden } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { Grading } from './api.ts'
import { GradeStatePanel } from './GradeStatePanel.tsx'
import { useGrade } from './grading.ts'
import classes from './SubmissionsModal.module.css'

interface Props {
  submission: Submission
  grading: Grading
  onUnsaved: (id: number, unsaved: boolean) => void
  /** Enter was pressed and this student is done; with Ctrl the next one without marks is wanted. */
  onNext: (from: HTMLElement, isUngraded: boolean) => void
}

/** Marks and faculty remarks; Enter saves and goes to the next student. */
export const GradeFields = memo(function GradeFields({ submission, grading, onUnsaved, onNext }: Props) {
  const { grade, stored, unsaved, step, problem, change, save, leave, wrongField, takeStored } = useGrade(
    submission,
    grading,
    onUnsaved,
  )
  const { student, task } = submission
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
    fields[wrong].current?.focus()
    return false
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (saveValid()) onNext(event.currentTarget, event.ctrlKey || event.metaKey)
  }

  return (
    <div className={classes.grade}>
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
      <GradeStatePanel
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
