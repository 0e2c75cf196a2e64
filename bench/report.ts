import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export interface Result {
  what: string
  figure: number
  /** The parts of the figure. */
  detail: string
  /** None where the figure is only told. */
  target?: { bound: 'at least' | 'at most'; value: number }
  isMet?: boolean
}

export const told = (what: string, figure: number, detail: string): Result => ({ what, figure, detail })

export const atLeast = (value: number, what: string, figure: number, detail: string): Result => ({
  ...told(what, figure, detail),
  target: { bound: 'at least', value },
  isMet: figure >= value,
})

export const atMost = (value: number, what: string, figure: number, detail: string): Result => ({
  ...told(what, figure, detail),
  target: { bound: 'at most', value },
  isMet: figure <= value,
})

export const perSecond = (rate: number) => `${Math.round(rate)}/s`

const short = (figure: number) => (figure >= 20 ? figure.toFixed(0) : figure.toFixed(2))

export function tableOf(results: Result[]): string {
  const rows = results.map(({ what, figure, detail, target, isMet }) => [
    what,
    target ? `${target.bound === 'at least' ? '≥' : '≤'} ${target.value}` : '',
    short(figure),
    target ? (isMet ? 'met' : 'MISSED') : '',
    detail,
  ])
  const all = [['What', 'Target', 'Figure', '', 'Made of'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes the results for a program to read; returns where. */
export function writeResults(results: Result[]): string {
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'latest.json')
  const machine = { node: process.version, platform: process.platform, processors: availableParallelism() }
  writeFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, undefined, 2)}\n`)
  return path
}
