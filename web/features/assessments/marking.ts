import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { ApiError, problemsOf as saidBy } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { getLogin } from '../../core/login.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { toast } from '../../core/toasts.ts'
import { useBegun } from '../../offline/begun.ts'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { useLeaveNote } from '../../ui/leave-note.ts'
import { type DraftOf, discardMarks, draftName } from './drafts.ts'
import type { MarkLine, MarkSection } from './lines.rules.ts'
import { countFilled, filled, type Paste } from './paste.rules.ts'
import {
  type Difference,
  decided,
  differing,
  type LineDraft,
  type MarksDraft,
  mergedLines,
  overtaken,
  postedLines,
  problemsOf,
  strays,
  type TypedLines,
  totalsOf,
  typedOver,
  typedSince,
  withoutLines,
} from './results.rules.ts'
import type { AssessmentChoices } from './rules.ts'

export type MarksInput = ReturnType<typeof postedLines>

export interface MarkingOptions {
  draft: DraftOf
  /** The draft's name on this device, without a student's name. */
  title: string
  place: AssessmentChoices
  sections: readonly MarkSection[]
  /** True when the stored marks could not be read, so that conflicts are unknown. */
  blank?: boolean
  /** Returns the question before a save; `left` is the number of lines without marks. */
  question?: (left: number) => Parameters<typeof confirm>[0] | undefined
  send: (given: MarksInput) => Promise<unknown>
  /** Reads the stored marks again. */
  reread: () => Promise<readonly MarkLine[]>
  /** The text of a failure without a message of its own. */
  failure?: string
  onClose: () => void
}

const NOTHING: TypedLines = {}
/** The tries of a save over marks that others store meanwhile, before the person is told. */
const TRIES = 3
const NOT_SAVED = 'Not saved yet: the marks are kept on this device.'

/** Keeps typed marks on the device at once, over the stored ones. */
function useTypedMarks({ draft, title, place, sections, blank = false }: MarkingOptions) {
  const begun = useBegun<MarksDraft>(draftName(draft))
  const kept = begun.value?.lines ?? NOTHING
  const lines = useMemo(() => sections.flatMap((section) => section.lines), [sections])
  const typed = useMemo(() => (blank ? kept : mergedLines(lines, kept)), [blank, lines, kept])
  const differences = differing(lines, typed)
  const keep = (become: (kept: TypedLines) => TypedLines) =>
    begun.change((kept) => {
      const next = become(kept?.lines ?? NOTHING)
      return Object.keys(next).length > 0 ? { place, lines: next } : undefined
    }, title)
  return {
    begun,
    kept,
    lines,
    typed,
    keep,
    differences,
    conflicts: blank ? [] : overtaken(differences),
    gone: strays(lines, typed),
    wrong: differences.filter(({ line, mine }) => {
      const { marks, remarks } = problemsOf(line, mine)
      return marks !== undefined || remarks !== undefined
    }),
  }
}

/** Fills in pasted marks, and takes them back as long as nothing else was done. */
function usePasting({ kept, typed, keep }: ReturnType<typeof useTypedMarks>) {
  const [before, setBefore] = useState<{ typed: TypedLines; count: ReturnType<typeof countFilled> }>()
  return {
    /** The numbers of pasted values, as long as they can be taken back. */
    pasted: before?.count,
    paste(pasted: Paste): void {
      setBefore({ typed: kept, count: countFilled(pasted) })
      keep(() => filled(typed, pasted))
    },
    undo(): void {
      if (before) keep(() => before.typed)
      setBefore(undefined)
    },
    endPasting: () => setBefore(undefined),
  }
}

const versionsOf = (differences: readonly Difference[]) => differences.map(({ mine }) => mine.updated_at).join()

/** Reads the stored marks again after a refusal, since its rows are others now. Returns them after a conflict. */
async function rereadAfter(error: unknown, { reread }: MarkingOptions): Promise<readonly MarkLine[] | undefined> {
  const status = error instanceof ApiError ? error.status : 0
  const now = status === 409 || status === 422 ? await reread().catch(() => undefined) : undefined
  return status === 409 ? now : undefined
}

function problemIn(error: unknown, failure: string | undefined): string {
  const said = saidBy(error)
  return failure && said === assessmentResults.create.failure ? failure : said
}

type Outcome = 'nothing' | 'stored' | 'overtaken' | { problem: string }

/** Sends the marks that differ, and again while others have changed only fields that the person did not. */
async function sendMarks(
  mine: TypedLines,
  over: readonly MarkLine[],
  options: MarkingOptions,
  tries = TRIES,
): Promise<Outcome> {
  const { blank = false, send, failure } = options
  const sent = differing(over, blank ? mine : mergedLines(over, mine))
  if (sent.length === 0) return 'nothing'
  try {
    await send(postedLines(sent))
    return 'stored'
  } catch (error) {
    const now = await rereadAfter(error, options)
    const failed = { problem: problemIn(error, failure) }
    if (!now) return failed
    const left = differing(now, mergedLines(now, mine))
    // Everything is stored: only the answer to an earlier save was lost.
    if (left.length === 0) return 'stored'
    if (overtaken(left).length > 0) return 'overtaken'
    // The same versions were refused for another reason.
    if (tries === 1 || versionsOf(left) === versionsOf(sent)) return failed
    return sendMarks(mine, now, options, tries - 1)
  }
}

/** Keeps typed marks on the device until the server has them. */
export function useMarking(options: MarkingOptions) {
  const { title, blank = false, question, onClose } = options
  const marks = useTypedMarks(options)
  const { begun, kept, lines, typed, keep, differences, conflicts, gone, wrong } = marks
  const { pasted, paste, undo, endPasting } = usePasting(marks)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<{ text: string }>()
  /** The question before the save was answered, and its failure asked whose marks are stored. */
  const agreed = useRef(false)
  const finished = useRef(false)
  useOpenForm()
  useLeaveGuard(() => begun.refused, begun.forget)

  // Always the same function, so that a key draws one line again and not a hundred.
  const onType = useCallbackRef((line: MarkLine, change: Partial<LineDraft>) => {
    keep((now) => typedOver(blank ? now : mergedLines(lines, now), line, change))
    agreed.current = false
    endPasting()
    setProblem(undefined)
  })

  function finish(stored: TypedLines): void {
    // Another tab may have typed on while it was sent.
    keep((now) => typedSince(stored, now))
    finished.current = true
    toast.success('Assessment results saved successfully!')
    onClose()
  }

  const totals = totalsOf(lines, typed)

  // As it is when it is called: another tab may have typed while the person was asked.
  const storeNow = useCallbackRef(async (): Promise<void> => {
    setPending(true)
    setProblem(undefined)
    endPasting()
    const outcome = await sendMarks(kept, lines, options)
    setPending(false)
    agreed.current = outcome === 'overtaken'
    if (outcome === 'nothing') begun.forget()
    else if (outcome === 'stored') finish(kept)
    else if (outcome !== 'overtaken') setProblem({ text: outcome.problem })
  })

  async function save(): Promise<void> {
    if (wrong.length > 0)
      return setProblem({
        text:
          wrong.length === 1
            ? 'One line cannot be saved as it is.'
            : `${wrong.length} lines cannot be saved as they are.`,
      })
    const asked = agreed.current ? undefined : question?.(totals.left)
    if (!asked || (await confirm(asked))) await storeNow()
  }

  useLeaveNote(() => {
    // "8.00" over 8 is the same mark, so there is nothing to keep.
    if (differences.length + gone.length === 0) begun.forget()
    return differences.length > 0 && !pending && !finished.current && !begun.refused && getLogin() !== undefined
  }, NOT_SAVED)

  // Runs after the decision is drawn, with the marks that it leaves to save.
  const saveDecided = useCallbackRef(() => differences.length > 0 && save())
  const [isDecided, setDecided] = useState(false)
  useEffect(() => {
    if (!isDecided) return
    setDecided(false)
    void saveDecided()
  }, [isDecided, saveDecided])

  /** Takes one of both for these lines; when none is left to decide, what was typed is saved. */
  function decide(which: readonly Difference[], whose: 'mine' | 'theirs'): void {
    keep(() => decided(typed, which, whose))
    setDecided(which.length === conflicts.length)
  }

  return {
    typed,
    totals,
    differences,
    conflicts,
    wrong,
    pending,
    problem,
    refused: begun.refused,
    pasted,
    strays: gone,
    onType,
    paste,
    undo,
    save,
    decide,
    discard: () => discardMarks({ title }, begun.forget),
    dropStrays: () => keep((kept) => withoutLines(kept, gone)),
  }
}

export type Marking = ReturnType<typeof useMarking>
