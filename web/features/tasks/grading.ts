import { useEffect, useRef, useState } from 'react'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../../core/drafts.ts'
import { getLogin } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import type { Grading } from './api.ts'
import { checkedGrade, type Grade, type GradeProblem, isSameGrade, storedGrade } from './grading.rules.ts'

export type GradeStep = 'idle' | 'saving' | 'saved'

/** The typed grade that is not stored yet, with the version it was typed over. */
type GradeDraft = Grade & { updated_at: string }

export const gradeDraftKey = (submissionId: number) => draftKey(getLogin()?.user.id ?? 0, `grade:${submissionId}`)

type OnUnsaved = (id: number, unsaved: boolean) => void

/** Keeps the typed text of a grade through failures and reloads; `latest` has it before anything is rendered. */
function useGradeDraft(id: number, onUnsaved: OnUnsaved) {
  const [edit, setEdit] = useState(() => readDraft<GradeDraft>(gradeDraftKey(id)))
  const latest = useRef(edit)
  // A restored draft is known from the start; later changes are told as they happen.
  useEffect(() => onUnsaved(id, latest.current !== undefined), [id, onUnsaved])

  function put(next: GradeDraft | undefined): void {
    latest.current = next
    setEdit(next)
    if (next) writeDraft(gradeDraftKey(id), next)
    else dropDraft(gradeDraftKey(id))
    onUnsaved(id, next !== undefined)
  }

  return { edit, latest, put }
}

/** Returns the server's latest version: the answer of a save arrives here before the list has it. */
function useLastKnown(submission: Submission) {
  const known = useRef(submission)
  const [shown, setShown] = useState({ from: submission, now: submission })
  if (shown.from !== submission) {
    known.current = submission
    setShown({ from: submission, now: submission })
  }

  function learn(now: Submission): void {
    known.current = now
    setShown((before) => ({ ...before, now }))
  }

  return { known, now: shown.now, learn }
}

/** Tells whether the row is still there: it may be left while its marks are sent. */
function useIsMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

/** Keeps the typed text of a grade until the server has it. */
export function useGrade(submission: Submission, grading: Grading, onUnsaved: OnUnsaved) {
  const { id, student, task } = submission
  const { edit, latest, put } = useGradeDraft(id, onUnsaved)
  const { known, now: shown, learn } = useLastKnown(submission)
  const [step, setStep] = useState<GradeStep>('idle')
  const [problem, setProblem] = useState<GradeProblem>()
  const mounted = useIsMounted()
  const sending = useRef(false)
  const wanted = useRef(false)
  const stored = storedGrade(shown)

  function change(part: Partial<Grade>): void {
    const base = storedGrade(known.current)
    const next = { ...(latest.current ?? { ...base, updated_at: known.current.updated_at }), ...part }
    // While a save is under way, what is stored is about to change.
    put(!sending.current && isSameGrade(next, base) ? undefined : next)
    setStep((now) => (now === 'saved' ? 'idle' : now))
    setProblem((now) => (now?.of === 'conflict' ? now : undefined))
  }

  async function fail(error: unknown): Promise<void> {
    setStep('idle')
    onUnsaved(id, latest.current !== undefined)
    if (!mounted.current) toast.error(`${student.name}: the marks were not saved.`)
    if (!(error instanceof ApiError && error.status === 409)) return setProblem({ text: messageOf(error), of: 'call' })
    const fresh = await grading.reread(id).catch(() => undefined)
    if (fresh) learn(fresh)
    const typed = latest.current
    // It may be our own save, whose answer was lost on the way back.
    if (fresh && (!typed || isSameGrade(typed, storedGrade(fresh)))) {
      put(undefined)
      return setStep('saved')
    }
    if (fresh && typed) put({ ...typed, updated_at: fresh.updated_at })
    setProblem({ text: messageOf(error), of: 'conflict' })
  }

  async function saveOnce(): Promise<boolean> {
    const sent = latest.current
    if (!sent) return false
    const checked = checkedGrade(sent, task)
    setProblem('problem' in checked ? checked.problem : undefined)
    if ('problem' in checked) {
      onUnsaved(id, true)
      return false
    }
    setStep('saving')
    try {
      const saved = await grading.grade(id, { ...checked, remarks: sent.remarks, updated_at: sent.updated_at })
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
    unsaved: edit !== undefined && !isSameGrade(edit, stored),
    step,
    problem,
    change,
    save,
    /** A click elsewhere must not overwrite somebody else's marks. */
    leave: () => latest.current && problem?.of !== 'conflict' && save(),
    /** Returns the field whose value cannot be stored. */
    wrongField: () => {
      const checked = checkedGrade(latest.current ?? stored, task)
      return 'problem' in checked ? checked.problem.of : undefined
    },
    takeStored: () => {
      put(undefined)
      setProblem(undefined)
      setStep('idle')
    },
  }
}
