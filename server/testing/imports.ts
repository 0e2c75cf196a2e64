import { expect, vi } from 'vitest'
import type { ImportPreview, ImportRow, PeopleEvent } from '../../shared/contract/imports.ts'
import type { Answer, Client, TestApp } from './app.ts'
import { type College, furnished } from './college.ts'

/** The furnished college with what files of people name: two batches and two designations. */
export async function awaitingPeople(): Promise<College> {
  const college = await furnished()
  const { make } = college.at
  for (const name of ['MBBS 2026', 'MBBS 2027']) await make.batch({ name })
  for (const name of ['Professor', 'Registrar']) await make.designation({ name })
  return college
}

export function upload(text: string | Buffer, fields: Record<string, string> = {}, name = 'people.csv'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name)
  return form
}

export const csv = (...lines: string[]) => `${lines.join('\n')}\n`

/** @param fields an answer to what the file leaves open */
export async function preview(
  caller: Client,
  kind: string,
  text: string | Buffer,
  fields: Record<string, string> = {},
): Promise<ImportPreview> {
  const { status, body } = await caller.upload(`/imports/${kind}/preview`, upload(text, fields))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

export const eventsOf = ({ raw }: Answer): PeopleEvent[] =>
  raw
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Previews and imports; the last line of the answer. */
export async function imported(caller: Client, kind: string, text: string | Buffer) {
  const { digest } = await preview(caller, kind, text)
  const answer = await caller.upload(`/imports/${kind}`, upload(text, { digest }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return eventsOf(answer).at(-1) as PeopleEvent & { type: 'done' }
}

export const outcomes = (rows: ImportRow[]) => rows.map(({ outcome }) => outcome)

/**
 * Counts the statements of a preview of so many rows: the fewest of three, since the server writes its own log meanwhile.
 */
export const statementsOf =
  (at: TestApp, caller: Client, kind: string, lines: (count: number) => string[]) =>
  async (count: number): Promise<number> => {
    const counts: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = vi.spyOn(at.plainDb.getExecutor(), 'executeQuery')
      await preview(caller, kind, csv(...lines(count)))
      counts.push(asked.mock.calls.length)
      asked.mockRestore()
    }
    return Math.min(...counts)
  }

export async function errorsOf(caller: Client, kind: string, ...lines: string[]) {
  const { rows } = await preview(caller, kind, csv(...lines))
  return rows.map(({ errors }) => errors)
}
