import { expect } from 'vitest'
import type { Client } from './app.ts'
import type { FileApp } from './college.ts'

interface SentFile {
  name: string
  content: BlobPart
  type?: string
}

export function entryForm(text?: string, ...files: SentFile[]): FormData {
  const form = new FormData()
  if (text !== undefined) form.set('text', text)
  for (const [index, { name, content, type }] of files.entries())
    form.set(`files[${index}]`, new Blob([content], { type: type ?? 'application/pdf' }), name)
  return form
}

/** Returns the id of the staff record of an account. */
export async function staffIdOf(at: FileApp, { userId }: Pick<Client, 'userId'>): Promise<number> {
  const { id } = await at.db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return id
}

/** A case that somebody files by the call itself. */
export async function filed(
  reporter: Client,
  fields: { student_id?: number; assigned_to: number; [more: string]: unknown },
) {
  const { status, body } = await reporter.post('/reportings', {
    title: 'Absent from the ward',
    description: 'Nobody answered the bell.',
    category: 'other',
    severity: 'medium',
    ...fields,
  })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}

/** Returns the entries that somebody is shown of the file of a case, oldest first. */
export async function entriesOf(reader: Client, id: number) {
  const { status, body } = await reader.get(`/reportings/${id}/entries`)
  expect(status).toBe(200)
  return body.data
}
