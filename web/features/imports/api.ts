import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImportEvent, ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import { fileProblem } from '../../../shared/files.ts'
import { SHEET_FILE } from '../../../shared/sheet-file.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { isCancelled } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { upload, uploadStreaming } from '../../core/upload.ts'
import { formOf, useUpload } from '../../core/uploading.ts'
import { columnsWith } from './columns.ts'
import { keepColumns, keptColumns } from './kept-columns.ts'
import { forgetFile, keepFile, keptFile } from './kept-file.ts'
import { dropMending } from './mending.ts'
import { CALLS } from './past.api.ts'
import { type Answers, countsOf, type ImportResult, LOST } from './rules.ts'

export const readTemplate = (kind: ImportKind, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(CALLS[kind].template, { query: { format } })

export interface Previewed {
  at: 'preview'
  file: File
  /** The answers with which the preview was made. */
  answers: Answers
  preview: ImportPreview
  problem?: string
  cancelled?: boolean
  /** The place of the column whose use was changed, which goes on having the focus. */
  column?: number
  /** The file was chosen just now. */
  isFirst?: boolean
}

/** The step at which the page is with the chosen file. */
export type Step =
  | { at: 'choose'; problems: readonly string[] }
  | { at: 'previewing'; file: File }
  | Previewed
  | { at: 'importing'; file: File; done: number; total: number }
  /** `rows` are those of the file that were imported, of each of which several records may come. */
  | { at: 'done'; result: ImportResult; rows: number }

const fileProblems = (error: unknown): string[] =>
  (error instanceof ApiError && error.errors?.file) || [messageOf(error)]

/** Returns why an answer was not taken, whatever field is blamed. */
const answerProblems = (error: unknown): string[] =>
  error instanceof ApiError && error.errors ? Object.values(error.errors).flat() : [messageOf(error)]

/** Returns the reason of a failed import: the server's, or the lack of its last word. */
function runMessage(last: ImportEvent | undefined, error: unknown): string {
  if (last?.type === 'failed') return last.message
  const lost = error === undefined || (error instanceof ApiError && error.status === 0)
  return lost ? LOST : fileProblems(error).join(' ')
}

/** Returns the step after an import: its result, or the preview with what came in its way. */
function stepAfter(shown: Previewed, { last, error }: { last?: ImportEvent; error?: unknown }): Step {
  const { create, update } = countsOf(shown.preview.rows)
  if (last?.type === 'done') return { at: 'done', result: last, rows: create + update }
  if (isCancelled(error)) return { ...shown, cancelled: true }
  return { ...shown, problem: runMessage(last, error) }
}

/** Returns the text fields for what the person has answered. */
const fieldsOf = ({ order, columns, mended, making }: Answers) => ({
  ...(order && { date_order: order }),
  ...(columns && { columns: JSON.stringify(columns) }),
  ...(mended && { mended: JSON.stringify(mended) }),
  ...(making && { making: JSON.stringify(making) }),
})

/** Copies the file, so that the previewed content is imported even if the disk's changes. */
const copyOf = async (file: File) => new File([await file.arrayBuffer()], file.name, { type: file.type })

/** Takes a file from its choice to the import's result. Leaving the page gives up the call under way. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient()
  const calls = CALLS[kind]
  const [step, setStep] = useState<Step>({ at: 'choose', problems: [] })
  const { progress, send, drop, cancel } = useUpload()
  const hasChosen = useRef(false)

  const ask = async (file: File, answers: Answers): Promise<ImportPreview> => {
    const form = formOf(calls.preview, fieldsOf(answers), [file])
    return (await send((options) => upload(calls.preview, { params: {}, form, ...options }))).data
  }

  /** Shows a preview, and keeps its file with the answers on the device. */
  function show(shown: Previewed): void {
    dropMending(kind)
    setStep(shown)
    void keepFile(kind, shown.file, shown.answers)
  }

  /** Asks for the preview of a file; columns that nobody has said anything about are used as last time. */
  async function preview(file: File, answers: Answers = {}): Promise<void> {
    setStep({ at: 'previewing', file })
    try {
      const found = await ask(file, answers)
      const columns = answers.columns ?? (await keptColumns(kind, found))
      const asked = { ...answers, columns }
      show({
        at: 'preview',
        file,
        answers: asked,
        preview: columns === answers.columns ? found : await ask(file, asked),
        isFirst: true,
      })
    } catch (error) {
      setStep({ at: 'choose', problems: isCancelled(error) ? [] : fileProblems(error) })
    }
  }

  /** Asks for the preview of the same file with another answer. Where that fails, all is as before. */
  async function answer(before: Previewed, more: Answers, column?: number): Promise<void> {
    const { file } = before
    const answers = { ...before.answers, ...more }
    setStep({ at: 'previewing', file })
    try {
      show({ at: 'preview', file, answers, preview: await ask(file, answers), ...(column !== undefined && { column }) })
    } catch (error) {
      setStep(isCancelled(error) ? before : { ...before, problem: answerProblems(error).join(' ') })
    }
  }

  /** Remembers what was chosen for this file, also through a reload, without asking for its preview anew. */
  function remember(before: Previewed, more: Answers): void {
    const answers = { ...before.answers, ...more }
    setStep({ ...before, answers })
    void keepFile(kind, before.file, answers)
  }

  /** Uses a column of the previewed file otherwise, for this file and for later ones with the same headings. */
  async function changeColumn(before: Previewed, column: number, field: string | null): Promise<void> {
    const columns = columnsWith(before.preview.file_columns, column, field)
    await keepColumns(kind, before.preview, columns)
    await answer(before, { columns }, column)
  }

  async function run(before: Previewed): Promise<void> {
    const { file, answers, preview } = before
    const seen: { last?: ImportEvent; error?: unknown } = {}
    setStep({ at: 'importing', file, done: 0, total: 0 })
    try {
      await send(({ signal, onProgress }) =>
        uploadStreaming(calls.run, {
          params: {},
          form: formOf(calls.run, { digest: preview.digest, ...fieldsOf(answers) }, [file]),
          signal,
          onSent: onProgress,
          onLine: (event) => {
            seen.last = event
            if (event.type === 'progress') setStep({ at: 'importing', file, done: event.done, total: event.total })
          },
        }),
      )
    } catch (error) {
      seen.error = error
    }
    const after = stepAfter({ at: 'preview', file, answers, preview }, seen)
    setStep(after)
    if (after.at === 'done') await forgetFile(kind)
    // So many new records appear nearly everywhere.
    await client.invalidateQueries()
  }

  /** Goes on with the file that this device keeps from before a reload. */
  const goOn = useEffectEvent(async () => {
    const found = await keptFile(kind)
    if (!found || hasChosen.current) return
    const { file, answers } = found
    setStep({ at: 'previewing', file })
    try {
      setStep({ at: 'preview', file, answers, preview: await ask(file, answers) })
    } catch (error) {
      setStep({ at: 'choose', problems: isCancelled(error) ? [] : fileProblems(error) })
    }
  })
  useEffect(() => void goOn(), [])

  async function choose(file: File): Promise<void> {
    drop()
    hasChosen.current = true
    dropMending(kind)
    await forgetFile(kind)
    const problem = fileProblem(file, SHEET_FILE)
    if (problem) return setStep({ at: 'choose', problems: [problem] })
    const copy = await send(() => copyOf(file)).catch(() => undefined)
    if (copy) await preview(copy)
    else setStep({ at: 'choose', problems: [`File "${file.name}" cannot be read.`] })
  }

  /** Goes back to the choice of a file. */
  const startAnew = () => setStep({ at: 'choose', problems: [] })

  return { step, progress, choose, answer, remember, changeColumn, run, cancel, startAnew }
}
