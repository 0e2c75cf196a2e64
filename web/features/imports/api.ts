import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportEvent,
  type ImportKind,
  type ImportPreview,
  skillImports,
  staffImports,
  studentImports,
} from '../../../shared/contract/imports.ts'
import { fileProblem, SHEET_FILE } from '../../../shared/files.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { isCancelled } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { upload, uploadStreaming } from '../../core/upload.ts'
import { formOf, useUpload } from '../../core/uploading.ts'
import { columnsWith } from './columns.ts'
import { keepColumns, keptColumns } from './kept-columns.ts'
import { type Answers, answersOf, type ImportResult, LOST } from './rules.ts'

const CALLS = { students: studentImports, staff: staffImports, skills: skillImports }

export const readTemplate = (kind: ImportKind, format: 'csv' | 'xlsx'): Promise<Blob> =>
  callFile(CALLS[kind].template, { query: { format } })

/** The step at which the page is with the chosen file. */
export type Step =
  | { at: 'choose'; problems: readonly string[] }
  | { at: 'previewing'; file: File }
  | { at: 'preview'; file: File; preview: ImportPreview; problem?: string; cancelled?: boolean; column?: number }
  | { at: 'importing'; file: File; done: number; total: number }
  | { at: 'done'; result: ImportResult }

const fileProblems = (error: unknown): string[] =>
  (error instanceof ApiError && error.errors?.file) || [messageOf(error)]

/** Returns the reason of a failed import: the server's, or the lack of its last word. */
function runMessage(last: ImportEvent | undefined, error: unknown): string {
  if (last?.type === 'failed') return last.message
  const lost = error === undefined || (error instanceof ApiError && error.status === 0)
  return lost ? LOST : fileProblems(error).join(' ')
}

/** Returns the text fields for what the person has answered. */
const fieldsOf = ({ order, columns }: Answers) => ({
  ...(order && { date_order: order }),
  ...(columns && { columns: JSON.stringify(columns) }),
})

/** Copies the file, so that the previewed content is imported even if the disk's changes. */
const copyOf = async (file: File) => new File([await file.arrayBuffer()], file.name, { type: file.type })

/** Takes a file from its choice to the import's result. Leaving the page gives up the call under way. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient()
  const calls = CALLS[kind]
  const [step, setStep] = useState<Step>({ at: 'choose', problems: [] })
  const { progress, send, drop, cancel } = useUpload()

  const ask = async (file: File, answers: Answers): Promise<ImportPreview> => {
    const form = formOf(calls.preview, fieldsOf(answers), [file])
    return (await send((options) => upload(calls.preview, { params: {}, form, ...options }))).data
  }

  /**
   * Asks for the preview of a file; columns that nobody has said anything about are used as last time.
   * @param column the place of the column whose use was changed, which goes on having the focus
   */
  async function preview(file: File, answers: Answers = {}, column?: number): Promise<void> {
    setStep({ at: 'previewing', file })
    try {
      const found = await ask(file, answers)
      const kept = answers.columns ? undefined : await keptColumns(kind, found)
      const shown = kept ? await ask(file, { ...answers, columns: kept }) : found
      setStep({ at: 'preview', file, preview: shown, ...(column !== undefined && { column }) })
    } catch (error) {
      setStep({ at: 'choose', problems: isCancelled(error) ? [] : fileProblems(error) })
    }
  }

  /** Uses a column of the previewed file otherwise, for this file and for later ones with the same headings. */
  async function changeColumn(file: File, shown: ImportPreview, column: number, field: string | null): Promise<void> {
    const columns = columnsWith(shown.file_columns, column, field)
    await keepColumns(kind, shown, columns)
    await preview(file, { ...answersOf(shown), columns }, column)
  }

  async function run(file: File, preview: ImportPreview): Promise<void> {
    const seen: { last?: ImportEvent; error?: unknown } = {}
    setStep({ at: 'importing', file, done: 0, total: 0 })
    try {
      await send(({ signal, onProgress }) =>
        uploadStreaming(calls.run, {
          params: {},
          form: formOf(calls.run, { digest: preview.digest, ...fieldsOf(answersOf(preview)) }, [file]),
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
    const { last, error } = seen
    if (last?.type === 'done') setStep({ at: 'done', result: last })
    else if (isCancelled(error)) setStep({ at: 'preview', file, preview, cancelled: true })
    else setStep({ at: 'preview', file, preview, problem: runMessage(last, error) })
    // So many new records appear nearly everywhere.
    await client.invalidateQueries()
  }

  async function choose(file: File): Promise<void> {
    drop()
    const problem = fileProblem(file, SHEET_FILE)
    if (problem) return setStep({ at: 'choose', problems: [problem] })
    const copy = await send(() => copyOf(file)).catch(() => undefined)
    if (copy) await preview(copy)
    else setStep({ at: 'choose', problems: [`File "${file.name}" cannot be read.`] })
  }

  return { step, progress, choose, preview, changeColumn, run, cancel }
}
