import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { submissions } from '../../shared/contract/submissions.ts'
import { type SentCall, served } from '../testing/network.ts'
import { answer, signedIn } from '../testing/page.tsx'
import { submission } from '../testing/work.ts'
import { upload } from './upload.ts'

beforeEach(() => {
  vi.useFakeTimers()
  signedIn()
})

test('all tries of an upload have one key, also where the form has none, and the next upload has another', async () => {
  const taken = z.parse(submissions.resubmit.reply, { data: submission() })
  const calls: SentCall[] = served([
    submissions.resubmit,
    () => (calls.length % 3 === 0 ? taken : answer(503, { message: 'Busy.' }, { 'retry-after': '1' })),
  ])
  const signal = new AbortController().signal
  const input = { params: { id: 3 }, form: new FormData(), onProgress: () => {}, signal }
  for (const _ of [1, 2]) {
    const answered = upload(submissions.resubmit, input)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await answered).toEqual(taken)
  }
  const keys = calls.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(6)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect([...new Set(keys)]).toEqual([keys[0], keys[3]])
})
