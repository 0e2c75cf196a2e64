import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import { confirm, question } from '../core/confirm.ts'
import { draftKey, readDraft, writeDraft } from '../core/drafts.ts'
import { writeStart } from '../core/kept-start.ts'
import { clearLogin, startLogin, storeRoles, wasAnothers } from '../core/login.ts'
import { toast, toasts } from '../core/toasts.ts'
import { answer, loginAnswer, network, signedIn } from '../testing/page.tsx'
import { allKept, keep, keepAtOnce, keptAtOnce } from './device.ts'
import { forgetOthers, startForgetting } from './forgetting.ts'
import { outbox, post, sendNow, startOutbox } from './outbox.ts'

const students = [{ student_id: 31, name: 'Zubaida Noor', roll_no: 'MBBS-22031', status: 'leave' }]
const body = { attendance_session_id: 5, key: 'k1', submissions: [{ student_id: 31, status: 'absent' }] }
const unsent = { subject: 'attendance:5', title: 'Group A, 20 Nov 2026, 08:00', endpoint: attendanceSubmissions.take }

/** Returns all that the browser keeps, as a person with its tools reads it. */
const onDevice = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
const PERSONAL = /Zubaida|MBBS-22031|ayesha|Ayesha Khan|"leave"|Dr Sana/

/** Leaves a teacher's things: registers, refused, saved and begun entries, and a half-filled form. */
async function leavesThings(): Promise<void> {
  signedIn(['faculty'])
  await keep(7, 'taking/5', { session: { id: 5, staff: 'Dr Sana' }, students })
  await keep(7, 'attendance-sessions', { found: 'Dr Sana' })
  keepAtOnce(7, 'begun/attendance:6', { title: 'Group B', value: { entries: { 31: 'present' }, remarks: {} } })
  writeDraft(draftKey(7, 'student:31'), { name: 'Zubaida Noor' })
  network(() => answer(422, { message: 'No', errors: { submissions: ['Zubaida Noor is not of this group'] } }))
  await post({ ...unsent, body, about: students })
  await sendNow()
  await keep(7, 'outbox/attendance:9', { ...outbox.get()[0], subject: 'attendance:9', state: 'saved', reply: students })
}

let ends: (() => void)[] = []
beforeEach(leavesThings)
afterEach(() => {
  for (const end of ends) end()
  ends = []
  vi.unstubAllGlobals()
  clearLogin()
  outbox.set([])
  question.set(undefined)
  toasts.set([])
})

test('when the server ends a login, registers and names leave the device; what was not sent stays for its owner', async () => {
  ends = [startForgetting()]
  expect(onDevice()).toMatch(PERSONAL)
  clearLogin()
  await expect.poll(async () => (await allKept(7, '')).map(([name]) => name)).not.toContain('taking/5')
  expect(JSON.stringify({ ...localStorage })).not.toMatch(PERSONAL)
  const kept = Object.fromEntries(await allKept<object>(7, 'outbox/'))
  expect(Object.keys(kept)).toEqual(['attendance:5'])
  expect(kept['attendance:5']?.value).toMatchObject({ ...unsent, endpoint: {}, body, state: 'failed', problem: null })
  expect(keptAtOnce(7, 'begun/')).toHaveLength(1)
  // Only in this tab, for the same person's next sign-in.
  expect(readDraft(draftKey(7, 'student:31'))).toEqual({ name: 'Zubaida Noor' })
})

test('once the next person has signed in, nothing that names anybody is left anywhere', async () => {
  ends = [startForgetting()]
  clearLogin()
  startLogin(loginAnswer('theirs', { id: 8, name: 'Next', email: 'next@college.test' }))
  storeRoles(['clerk'])
  await keep(8, 'taking/1', { mine: true })
  await expect.poll(() => onDevice()).not.toMatch(PERSONAL)
  await forgetOthers()
  expect((await allKept(8, 'taking/')).map(([, { value }]) => value)).toEqual([{ mine: true }])
  expect(sessionStorage.getItem('roles')).toBe('["clerk"]')
})

test('the owner who comes back still has the marks, and they are sent', async () => {
  ends = [startForgetting()]
  clearLogin()
  await forgetOthers()
  startLogin(loginAnswer('theirs', { id: 8 }))
  await forgetOthers()
  clearLogin()
  const calls = network(() => answer(200, { data: { id: 5 } }))
  await keep(7, 'outbox/attendance:5', {
    ...(await allKept<object>(7, 'outbox/attendance:5'))[0]?.[1].value,
    state: 'waiting',
  })
  ends.push(startOutbox())
  startLogin(loginAnswer('again'))
  await expect.poll(() => outbox.get().map(({ state }) => state)).toEqual(['saved'])
  expect(calls).toMatchObject([{ body, headers: { authorization: 'Bearer again' } }])
})

test('at start, what others have left is forgotten too, and what was left by nobody who can be named', async () => {
  localStorage.setItem('kept:7/taking/8', '{"students":["Zubaida Noor"]}')
  localStorage.setItem('kept:nobody', '"Zubaida Noor"')
  localStorage.setItem('kept:7/begun/attendance:1', 'broken {')
  sessionStorage.setItem(draftKey(8, 'task:new'), '{"name":"without its time"}')
  startLogin(loginAnswer('theirs', { id: 8, name: 'Next', email: 'next@college.test' }))
  // Written by a tab of the former person, after this one had signed in.
  writeStart({ owner: 7, validator: 'W/"one"', start: { staff: { name: 'Dr Sana' } } })
  ends = [startForgetting()]
  await expect.poll(() => onDevice()).not.toMatch(PERSONAL)
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('kept:'))
  expect(kept.sort()).toEqual(['kept:7/begun/attendance:6', 'kept:7/outbox/attendance:5'])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('whatever is older than fourteen days goes, also of the person who is signed in, who is told of marks', async () => {
  const aged = (key: string, days: number) => {
    const record = JSON.parse(localStorage.getItem(key) ?? '')
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    localStorage.setItem(key, JSON.stringify({ ...record, at }))
  }
  await keep(7, 'taking/6', 'younger')
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith('kept:7'))) aged(key, 15)
  aged('kept:7/taking/6', 13)
  const at = new Date(Date.now() - 15 * 86_400_000).toISOString()
  sessionStorage.setItem(draftKey(7, 'student:31'), JSON.stringify({ value: { name: 'Zubaida Noor' }, at }))
  await forgetOthers()
  expect((await allKept(7, '')).map(([name]) => name)).toEqual(['taking/6'])
  expect(readDraft(draftKey(7, 'student:31'))).toBeUndefined()
  const [told] = toasts.get()
  expect(told?.message).toMatch(/^Not sent within 14 days and no longer kept: /)
  expect(told?.message).toContain('Group A, 20 Nov 2026, 08:00')
  expect(told?.message).toContain('Group B')
})

test('what the former person was told or asked is not shown to the next', async () => {
  ends = [startForgetting()]
  const asked = confirm({ title: 'Delete student', message: 'Zubaida Noor?', confirmLabel: 'Delete' })
  toast.error('Zubaida Noor: the marks were not saved.')
  clearLogin()
  expect(await asked).toBe(false)
  expect(question.get()).toBeUndefined()
  expect(toasts.get()).toEqual([])
})

test('a page that was somebody else’s knows that it has to be loaded anew', () => {
  expect(wasAnothers(7)).toBe(false)
  clearLogin()
  expect(wasAnothers(8)).toBe(true)
  expect(wasAnothers(7)).toBe(false)
})
