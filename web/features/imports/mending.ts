import { useMemo, useRef, useState } from 'react'
import { EVERY_ROW, MENDED_MAX, type Mended, TOO_MUCH_MENDED } from '../../../shared/contract/import-answers.ts'
import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import { counted } from '../../../shared/labels.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../../core/drafts.ts'
import { getLogin, useLogin } from '../../core/login.ts'

// The rows of a file that are mended where they are previewed. They are gathered, and checked together.

/** Returns what is mended once more is: by line, a text for each field; a row that is left out has no texts. */
export function mendedWith(before: Mended, more: Mended): Mended {
  const after: Mended = { ...before }
  for (const [line, texts] of Object.entries(more)) after[line] = texts && { ...before[line], ...texts }
  return after
}

/** Says how much of a file is read otherwise than it stands there; nothing when all is read. */
export function mendedText(mended: Mended): string | undefined {
  const lines = Object.entries(mended).filter(([line]) => line !== EVERY_ROW)
  const leftOut = lines.filter(([, texts]) => texts === null).length
  const changed = lines.length - leftOut
  const parts = [
    ...(changed > 0 ? [`${counted(changed, 'row')} changed here`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'row')} left out`] : []),
    ...(Object.values(mended[EVERY_ROW] ?? {}).some((text) => text.trim() !== '') ? ['empty cells filled'] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** Returns the fields that one word may fill for all rows: those that the file lacks, and those that were offered before. */
export function boxesOf({ missing, fields }: Pick<ImportPreview, 'missing' | 'fields'>, mended: Mended = {}): string[] {
  const offered = new Set([...missing.map(({ field }) => field), ...Object.keys(mended[EVERY_ROW] ?? {})])
  return [...offered].filter((field) => field !== null).filter((field) => fields.some((one) => one.field === field))
}

/** Adds an empty text for each box that is not filled, so that all of them stay once one is. */
export const withBoxes = (mended: Mended, boxes: readonly string[]): Mended => ({
  ...mended,
  [EVERY_ROW]: { ...Object.fromEntries(boxes.map((field) => [field, ''])), ...mended[EVERY_ROW] },
})

/** Returns what is wrong with the word of a box, as the rows that it fills have it. */
export function boxProblem({ rows }: Pick<ImportPreview, 'rows'>, mended: Mended | undefined, field: string) {
  const text = mended?.[EVERY_ROW]?.[field]?.trim()
  if (!text) return undefined
  const wrong = rows.find(({ errors, values }) => field in errors && (values[field] ?? text) === text)
  return wrong?.errors[field]?.join(' ')
}

/** Returns why so much can't be sent. */
export const mendedProblem = (mended: Mended) =>
  JSON.stringify(mended).length > MENDED_MAX ? TOO_MUCH_MENDED : undefined

const countOf = (edits: Mended) =>
  Object.values(edits).reduce((sum, texts) => sum + (texts ? Object.keys(texts).length : 1), 0)

/** A line of the file, or all of them. */
type Line = number | typeof EVERY_ROW

export interface Mending {
  /** The cells and rows that were changed and not checked yet. */
  count: number
  textOf: (line: Line, field: string) => string | undefined
  write: (line: Line, field: string, text: string) => void
  /** Writes one text into a cell of several rows, whose fields are drawn anew. */
  writeAll: (lines: readonly number[], field: string, text: string) => void
  /** Counts the texts that were not typed into their fields. */
  version: number
  leaveOut: (line: number, isOut: boolean) => void
  isLeftOut: (line: number) => boolean
  changes: () => Mended
}

const keyOf = (kind: ImportKind, userId: number | undefined) => draftKey(userId ?? 0, `import:${kind}`)

/** Forgets the changes that were not checked yet. */
export const dropMending = (kind: ImportKind) => dropDraft(keyOf(kind, getLogin()?.user.id))

/** Gathers the changes of a preview until they are checked; they survive a reload of the tab, and a check that fails. */
export function useMending(kind: ImportKind): Mending {
  const key = keyOf(kind, useLogin()?.user.id)
  const edits = useRef<Mended>(undefined)
  edits.current ??= readDraft<Mended>(key) ?? {}
  const [count, setCount] = useState(() => countOf(edits.current ?? {}))
  const [version, setVersion] = useState(0)

  return useMemo(() => {
    const change = (after: Mended) => {
      edits.current = after
      writeDraft(key, after)
      setCount(countOf(after))
    }
    const changes = () => edits.current ?? {}
    return {
      count,
      changes,
      textOf: (line, field) => changes()[line]?.[field],
      write: (line, field, text) => change(mendedWith(changes(), { [line]: { [field]: text } })),
      writeAll: (lines, field, text) => {
        change(mendedWith(changes(), Object.fromEntries(lines.map((line) => [line, { [field]: text }]))))
        setVersion(version + 1)
      },
      version,
      leaveOut: (line, isOut) => {
        const { [line]: _, ...others } = changes()
        change(isOut ? { ...others, [line]: null } : others)
      },
      isLeftOut: (line) => changes()[line] === null,
    }
  }, [key, count, version])
}
