import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { HttpError } from '../core/errors.ts'
import { readSheet } from '../documents/sheets/read.ts'

/** A refusal as its status and what it says about the file. @throws whatever is none */
export function refusalOf(error: unknown): { status: number; said: string[] } {
  if (!(error instanceof HttpError)) throw error
  return { status: error.status, said: error.errors?.file ?? [error.message] }
}

let count = 0
/** Writes a file below `directory`. */
export function fileIn(directory: string, content: Buffer | string): string {
  count += 1
  const path = join(directory, String(count))
  writeFileSync(path, content)
  return path
}

/** Reads a file: what came of it, how long that took, and for how long at a time nothing else was done (all in ms). */
export async function attempt(path: string) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const started = performance.now()
  const outcome = await readSheet(path, 1).then(
    ({ columns, rows }) => ({ columns: columns.length, rows: rows.length }),
    (error: unknown) => refusalOf(error).said.join(),
  )
  const took = performance.now() - started
  // The delay of the turn in which the answer came counts too.
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  return { outcome, took, blocked: delay.max / 1e6 }
}

const row = (cells: string, n = 1) => `<row r="${n}">${cells}</row>`

/** Pieces of the XML of a sheet. */
export const xml = {
  row,
  text: (value: string, ref = 'A1') => `<c r="${ref}" t="str"><v>${value}</v></c>`,
  sheet: (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  many: (each: (index: number) => string, times: number) => Array.from({ length: times }, (_, n) => each(n)).join(''),
}
