import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissions } from '../../shared/contract/submissions.ts'
import { signedIn } from '../testing/page.tsx'
import { clearLogin } from './login.ts'
import { upload } from './upload.ts'

let keys: string[] = []

/** Is busy twice, and then takes what is sent. */
class Request {
  upload = {}
  status = 0
  responseText = '{"data":{}}'
  onload = () => {}
  onloadend = () => {}
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === 'idempotency-key') keys.push(value)
  }
  getResponseHeader(name: string) {
    return name === 'retry-after' && this.status === 503 ? '1' : null
  }
  send() {
    this.status = keys.length % 3 === 0 ? 200 : 503
    this.onload()
    this.onloadend()
  }
}

beforeEach(() => {
  keys = []
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Request)
  signedIn()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearLogin()
})

test('all tries of an upload have one key, also where the form has none, and the next upload has another', async () => {
  const signal = new AbortController().signal
  const input = { params: { id: 3 }, form: new FormData(), onProgress: () => {}, signal }
  for (const _ of [1, 2]) {
    const answer = upload(submissions.resubmit, input)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await answer).toEqual({ data: {} })
  }
  expect(keys).toHaveLength(6)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect([...new Set(keys)]).toEqual([keys[0], keys[3]])
})
