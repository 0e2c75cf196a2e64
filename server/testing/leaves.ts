import { expect } from 'vitest'
import type { Leave } from '../../shared/contract/leaves.ts'
import { dayIn } from '../core/clock.ts'
import type { Client } from './app.ts'

/** The college's day so many days from now. */
export const dayFromNow = (days: number) => dayIn('Asia/Karachi', new Date(Date.now() + days * 86_400_000))

/** The form of a leave request, for today unless the fields say otherwise. */
export function leaveForm(fields: Record<string, unknown> = {}, file?: { name: string; content: BlobPart }): FormData {
  const form = new FormData()
  const given = 'session_ids' in fields ? fields : { first_day: dayFromNow(0), last_day: dayFromNow(0), ...fields }
  for (const [field, value] of Object.entries({ reason: 'Fever', ...given }))
    if (value !== undefined) form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  if (file) form.set('file', new Blob([file.content]), file.name)
  return form
}

/** The leave request that a student makes. */
export async function ask(student: Client, ...form: Parameters<typeof leaveForm>): Promise<Leave> {
  const { status, body } = await student.upload('/leaves', leaveForm(...form))
  expect(body).toHaveProperty('data')
  expect(status).toBe(201)
  return body.data
}

/** Returns the answer of each department that the reader is shown, by name. */
export const answersIn = ({ answers }: Pick<Leave, 'answers'>) =>
  Object.fromEntries(answers.map(({ department, status }) => [department.name, status]))
