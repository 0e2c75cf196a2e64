import { afterEach, beforeEach, vi } from 'vitest'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import { question } from '../core/confirm.ts'
import { clearLogin } from '../core/login.ts'
import { toasts } from '../core/toasts.ts'
import { registers } from '../features/taking/registers.ts'
import { outbox } from '../offline/outbox.ts'
import { answer, signedIn } from './page.tsx'

export const offline = () => Promise.reject(new TypeError('offline'))
export const stored = (id: number) => answer(200, { data: { id } })
export const body = { attendance_session_id: 5, key: 'k1', submissions: [] }
/** Posts the register of a session. */
export const entries = (id = 5, more = {}) =>
  registers.post(id, {
    title: `Register attendance:${id}`,
    endpoint: attendanceSubmissions.take,
    body: { ...body, ...more },
    about: [],
  })
export const states = () => outbox.get().map(({ subject, state }) => [subject, state])

/** Begins each test of a file with somebody signed in, and ends it with an empty outbox. */
export function beginSignedIn(): void {
  beforeEach(() => {
    toasts.set([])
    signedIn(['faculty'])
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    clearLogin()
    outbox.set([])
    question.set(undefined)
  })
}
