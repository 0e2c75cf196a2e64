import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeLogin, hashOf, openLogin } from '../core/login.ts'
import type { Client } from '../testing/app.ts'
import { furnished } from '../testing/college.ts'
import { pdf } from '../testing/make.ts'
import { type Conversation, listening, speak } from '../testing/sockets.ts'
import { form } from '../testing/uploads.ts'
import { TIME_LIMITS } from './time-limits.ts'

/** More than the systems of both sides take in before it is read. */
const FILE_BYTES = 9 * 1024 * 1024
const college = await furnished({ limits: { ...TIME_LIMITS, rights: 100 } })
const { at, wards, medicine, student: newStudent } = college
const port = await listening(at.app)

let path: string
let person: { id: number; userId: number; caller: Client }
const open: Conversation[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy()
})

beforeEach(async () => {
  person = await newStudent(wards)
  const body = form({ task_id: String(await at.make.task(medicine, [wards])) })
  body.set('files[0]', new Blob([pdf(), new Uint8Array(FILE_BYTES)]), 'a.pdf')
  const { body: kept } = await person.caller.upload('/task-submissions', body)
  path = `/api/task-submissions/${kept.data.id}/files/a.pdf/download`
})

const signIn = (userId: number) => at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))

/** Begins a download that is not read yet. */
async function begin(token: string): Promise<{ spoken: Conversation; there: Socket }> {
  const [spoken, [there]] = await Promise.all([speak(port), once(at.app.server, 'connection')])
  open.push(spoken)
  spoken.socket.pause()
  spoken.send(`GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await expect.poll(() => (there as Socket).writableLength).toBeGreaterThan(0)
  return { spoken, there: there as Socket }
}

describe('a download is cut when its person', () => {
  test.each([
    ['signs out', (token: string) => at.db.transaction().execute((tx) => closeLogin(tx, token))],
    [
      'has a login that ends by itself',
      (token: string) =>
        at.db
          .updateTable('logins')
          .set({ expires_at: new Date(0) })
          .where('token_hash', '=', hashOf(token))
          .execute(),
    ],
    [
      'may not sign in any more',
      () => at.db.updateTable('students').set({ status: 'suspended' }).where('id', '=', person.id).execute(),
    ],
    ['loses the role', () => at.db.deleteFrom('user_roles').where('user_id', '=', person.userId).execute()],
  ])('%s, and nobody else’s is', async (_, letOut) => {
    const goesOn = await begin(await signIn(college.hod.userId))
    const token = await signIn(person.userId)
    const theirs = await begin(token)
    await letOut(token)
    await once(theirs.there, 'close')
    expect(goesOn.there.destroyed).toBe(false)
    goesOn.spoken.socket.resume()
    await expect.poll(() => goesOn.spoken.socket.bytesRead, { timeout: 20_000 }).toBeGreaterThan(FILE_BYTES)
  })
})
