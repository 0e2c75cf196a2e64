import { TextInput, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../../core/drafts.ts'
import { getLogin } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import type { Grading } from './api.ts'
import { type Grade, type GradeProblem, GradeStatePanel, type GradeStep } from './GradeStatePanel.tsx'
import { remarksProblem, typedMarks } from './grading.rules.ts'
import classes from './SubmissionsModal.module.css'

/** The typed grade that is not stored yet, with the version it was typed over. */
type Edit = Grade & { updated_at: string }

const storedGrade = ({ marks, faculty_remarks }: Submission): Grade => ({
  marks: marks === null ? '' : String(marks),
  remarks: faculty_remarks ?? '',
})

const same = (a: Grade, b: Grade) => a.marks.trim() === b.marks.trim() && a.remarks.trim() === b.remarks.trim()

export const gradeDraftKey = (submissionId: number) => draftKey(getLogin()?.user.id ?? 0, `grade:${submissionId}`)

/** The grade of one submission: typed text survives failures and reloads until the server has it. */
function useGrade(submission: Submission, grading: Grading, onUnsaved: (id: number, unsaved: boolean) => void) {
  const { id } = submission
  const [edit, setEdit] = useState(() => readDraft<Edit>(gradeDraftKey(id)))
  const [step, setStep] = useState<GradeStep>('idle')
  const [problem, setProblem] = useState<GradeProblem>()
  const latest = useRef(edit)
  const mounted = useRef(true)
  const sending = useRef(false)
  const wanted = useRef(false)
  // The server's latest version: the answer of a save arrives here before the list has it.
  const known = useRef(submission)
  const [shown, setShown] = useState({ from: submission, now: submission })
  if (shown.from !== submission) {
    known.current = submission
    setShown({ from: submission, now: submission })
  }
  const stored = storedGrade(shown.now)
  const unsaved = edit !== undefined && !same(edit, stored)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  // A restored draft is known from the start; later changes are told as they happen, before anything is rendered.
  useEffect(() => onUnsaved(id, latest.current !== undefined), [id, onUnsaved])

  function put(next: Edit | undefined): void {
    latest.current = next
    setEdit(next)
    if (next) writeDraft(gradeDraftKey(id), next)
    else dropDraft(gradeDraftKey(id))
    onUnsaved(id, next !== undefined)
  }

  function learn(now: Submission): void {
    known.current = now
    setShown((before) => ({ ...before, now }))
  }

  function change(part: Partial<Grade>): void {
    const base = storedGrade(known.current)
    const next = { ...(latest.current ?? { ...base, updated_at: known.current.updated_at }), ...part }
    // While a save is under way, what is stored is about to change.
    put(!sending.current && same(next, base) ? undefined : next)
    setStep((now) => (now === 'saved' ? 'idle' : now))
    setProblem((now) => (now?.of === 'conflict' ? now : undefined))
  }

  async function fail(error: unknown): Promise<void> {
    setStep('idle')
    onUnsaved(id, latest.current !== undefined)
    if (!mounted.current) toast.error(`${submission.student.name}: the marks were not saved.`)
    if (!(error instanceof ApiError && error.status === 409)) return setProblem({ text: messageOf(error), of: 'call' })
    const fresh = await grading.reread(id).catch(() => undefined)
    if (fresh) learn(fresh)
    const typed = latest.current
    // It may be our own save, whose answer was lost on the way back.
    if (fresh && (!typed || same(typed, storedGrade(fresh)))) {
      put(undefined)
      return setStep('saved')
    }
    if (fresh && typed) put({ ...typed, updated_at: fresh.updated_at })
    setProblem({ text: messageOf(error), of: 'conflict' })
  }

  async function saveOnce(): Promise<boolean> {
    const sent = latest.current
    if (!sent) return false
    const checked = typedMarks(sent.marks, submission.task.total_marks)
    if ('problem' in checked) {
      setProblem({ text: checked.problem, of: 'marks' })
      onUnsaved(id, true)
      return false
    }
    const wrong = remarksProblem(sent.remarks)
    if (wrong) {
      setProblem({ text: wrong, of: 'remarks' })
      onUnsaved(id, true)
      return false
    }
    setStep('saving')
    setProblem(undefined)
    try {
      const body = { marks: checked.marks, remarks: sent.remarks, updated_at: sent.updated_at }
      const saved = await grading.grade(id, body)
      learn(saved)
      const now = latest.current
      put(now === undefined || now === sent ? undefined : { ...now, updated_at: saved.updated_at })
      setStep('saved')
      return true
    } catch (error) {
      await fail(error)
      return false
    }
  }

  /** Saves the typed grade. A call during a save makes it save once more, with the text typed meanwhile. */
  async function save(): Promise<void> {
    wanted.current = true
    onUnsaved(id, false)
    if (sending.current) return
    sending.current = true
    while (wanted.current) {
      wanted.current = false
      if (!(await saveOnce())) break
    }
    sending.current = false
  }

  return {
    grade: edit ?? stored,
    stored,
    unsaved,
    step,
    problem,
    change,
    save,
    /** A click elsewhere must not overwrite somebody else's marks. */
    leave: () => latest.current && problem?.of !== 'conflict' && save(),
    /** Returns the field whose value can't be stored. */
    wrongField: () => {
      const { marks, remarks } = latest.current ?? stored
      if ('problem' in typedMarks(marks, submission.task.total_marks)) return 'marks'
      return remarksProblem(remarks) === undefined ? undefined : 'remarks'
    },
    takeStored: () => {
      put(undefined)
      setProblem(undefined)
      setStep('idle')
    },
  }
}

interface Props {
  submission: Submission
  grading: Grading
  onUnsaved: (id: number, unsaved: boolean) => void
  /** Enter was pressed and this student is done. */
  onNext: (from: HTMLElement) => void
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
    if (saveValid()) onNext(event.currentTarget)
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
