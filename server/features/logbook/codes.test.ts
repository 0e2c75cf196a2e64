import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, admin, hod, faculty, surgeon, wards, entry, log } = college
const pupil = await college.student(wards)
const other = await college.student(wards)
const completed = { decision: 'completed' }

const codeFor = async (ids: number[], caller = pupil.caller) => {
  const { status, body } = await caller.post('/log-entries/codes', { ids })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const end = (code: string) =>
  at.db
    .updateTable('log_codes')
    .set({ expires_at: new Date(0) })
    .where('code', '=', code)
    .execute()
const forgive = () => at.db.deleteFrom('wrong_log_codes').execute()

describe('a code', () => {
  test('shows who, what and when to the person who is to sign, and is used once', async () => {
    const ids = [(await log(pupil.caller)).id, (await log(pupil.caller)).id]
    const made = await codeFor(ids)
    expect(made).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), url: `/logbook?modal=sign&code=${made.code}` })
    expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(590_000)
    const shown = await faculty.get(`/log-entries/by-code/${made.code}`)
    expect(shown.body.data).toMatchObject({ student: { id: pupil.id }, refusal: null })
    expect(shown.body.data.entries.map(({ id }: { id: number }) => id)).toEqual(ids)
    const signed = await faculty.post('/log-entries/sign-by-code', { code: made.code, ...completed })
    expect(signed.body.data).toMatchObject([
      { id: ids[0], status: 'signed', signed_by_code: true },
      { id: ids[1], status: 'signed', signed_by_code: true },
    ])
    const again = await faculty.post('/log-entries/sign-by-code', { code: made.code, ...completed })
    expect(again.status).toBe(404)
    await forgive()
  })

  test('is used once by two at once', async () => {
    const { code } = await codeFor([(await log(pupil.caller)).id])
    const both = [faculty, hod].map((caller) => caller.post('/log-entries/sign-by-code', { code, ...completed }))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404])
    await forgive()
  })

  test('ends after ten minutes', async () => {
    const { id } = await log(pupil.caller)
    const { code } = await codeFor([id])
    await end(code)
    expect((await faculty.get(`/log-entries/by-code/${code}`)).status).toBe(404)
    expect((await faculty.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(404)
    await forgive()
  })

  test('is for own entries that wait, and for the department of them', async () => {
    const { id } = await log(pupil.caller)
    expect((await other.caller.post('/log-entries/codes', { ids: [id] })).status).toBe(404)
    const theirs = await log(other.caller)
    expect((await pupil.caller.post('/log-entries/codes', { ids: [id, theirs.id] })).status).toBe(404)
    const { code } = await codeFor([id])
    expect((await surgeon.get(`/log-entries/by-code/${code}`)).status).toBe(404)
    expect((await surgeon.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(404)
    await forgive()
    expect((await faculty.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(200)
    expect((await pupil.caller.post('/log-entries/codes', { ids: [id] })).status).toBe(409)
    expect((await pupil.caller.post('/log-entries/codes', { ids: [] })).status).toBe(422)
  })

  test('tells a teacher who is not named, and signs nothing for that one', async () => {
    const { id } = await log(pupil.caller, { supervisor_id: await college.teacher() })
    const { code } = await codeFor([id])
    const shown = await faculty.get(`/log-entries/by-code/${code}`)
    expect(shown.body.data.refusal).toContain('Only')
    expect((await faculty.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(403)
    expect((await hod.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(200)
  })

  test('ends when its student changes or withdraws what stands under it', async () => {
    const made = await log(pupil.caller)
    const { code } = await codeFor([made.id, (await log(pupil.caller)).id])
    await pupil.caller.put(`/log-entries/${made.id}`, { level: 'independent' })
    expect((await faculty.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(404)
    const second = await codeFor([made.id])
    await pupil.caller.post(`/log-entries/${made.id}/withdraw`)
    expect((await faculty.post('/log-entries/sign-by-code', { code: second.code, ...completed })).status).toBe(404)
    await forgive()
  })

  test('can’t be guessed: ten wrong ones pause the person, not others', async () => {
    const { code } = await codeFor([(await log(pupil.caller)).id])
    const wrong = code === '000001' ? '000002' : '000001'
    for (let n = 0; n < 10; n += 1) expect((await faculty.get(`/log-entries/by-code/${wrong}`)).status).toBe(404)
    const paused = await faculty.get(`/log-entries/by-code/${code}`)
    expect([paused.status, paused.body.message]).toEqual([429, expect.stringMatching(/^Too many wrong codes\. Please/)])
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await faculty.post('/log-entries/sign-by-code', { code, ...completed })).status).toBe(429)
    expect((await hod.get(`/log-entries/by-code/${code}`)).status).toBe(200)
    await forgive()
  })
})

test('wrong codes are counted with a key too, as the browser sends them', async () => {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, faculty.userId, 'test'))
  const send = async (n: number) =>
    (
      await at.app.inject({
        method: 'POST',
        url: '/api/log-entries/sign-by-code',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `guess-${n}` },
        payload: { code: String(n).padStart(6, '0'), ...completed },
      })
    ).statusCode
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push(await send(n))
  expect(statuses.slice(0, 10).every((status) => status === 404)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  await forgive()
})

describe('a code kept ahead', () => {
  const ahead = async (caller = pupil.caller) => (await caller.post('/log-entries/codes/ahead')).body.data
  const round = (...keys: string[]) => keys.map((key) => ({ ...entry, key }))

  test('is one of five, and brings what its picture holds', async () => {
    const codes = await ahead()
    expect(codes).toHaveLength(5)
    const [{ code, secret }] = codes
    const entries = round('offline-1', 'offline-2')
    const signed = await faculty.post('/log-entries/sign-by-code', { code, secret, entries, ...completed })
    expect(signed.body.data).toMatchObject([
      { key: 'offline-1', student_id: pupil.id, status: 'signed' },
      { key: 'offline-2', status: 'signed' },
    ])
    // The student's device sends the same later: nothing is logged twice, and nothing is lost.
    const sent = await pupil.caller.post('/log-entries', { code, entries })
    expect(sent.body.data.map(({ id }: { id: number }) => id)).toEqual(
      signed.body.data.map(({ id }: { id: number }) => id),
    )
  })

  test('stands with at most fourteen others, the latest', async () => {
    const { caller, id } = await college.student(wards)
    const first = await ahead(caller)
    for (let n = 0; n < 3; n += 1) await ahead(caller)
    const standing = at.db.selectFrom('log_codes').select('id').where('student_id', '=', id)
    expect(await standing.where('expires_at', '>', new Date().toISOString()).execute()).toHaveLength(15)
    const [{ code, secret }] = first
    const sent = { code, secret, entries: round('offline-0'), ...completed }
    expect((await faculty.post('/log-entries/sign-by-code', sent)).status).toBe(404)
    await forgive()
  })

  test('is refused under the name of somebody else', async () => {
    const { caller } = await college.student(wards)
    const { name } = (await caller.get('/auth/me')).body.data
    const [{ code, secret }] = await ahead(caller)
    const sent = { code, secret, entries: round('offline-8'), ...completed }
    const refused = await faculty.post('/log-entries/sign-by-code', { ...sent, student: `${name} not` })
    expect([refused.status, refused.body.message]).toEqual([409, `This code is of another student, ${name}.`])
    expect((await faculty.post('/log-entries/sign-by-code', { ...sent, student: name })).status).toBe(200)
  })

  test('signs what the student has sent meanwhile, and not what was changed since', async () => {
    const { caller } = await college.student(wards)
    const [first, second] = await ahead(caller)
    const entries = round('offline-3')
    await caller.post('/log-entries', { code: first.code, entries })
    const shown = await faculty.get(`/log-entries/by-code/${first.code}`)
    expect(shown.body.data.entries).toMatchObject([{ key: 'offline-3' }])
    const { code, secret } = first
    expect((await faculty.post('/log-entries/sign-by-code', { code, secret, entries, ...completed })).status).toBe(200)
    const later = round('offline-4')
    const [made] = (await caller.post('/log-entries', { code: second.code, entries: later })).body.data
    await caller.put(`/log-entries/${made.id}`, { level: 'independent' })
    const stale = await faculty.post('/log-entries/sign-by-code', {
      code: second.code,
      secret: second.secret,
      entries: later,
      ...completed,
    })
    expect(stale.status).toBe(404)
    await forgive()
  })

  test('does not sign what its student changes at the same time', async () => {
    const { caller } = await college.student(wards)
    const [{ code, secret }] = await ahead(caller)
    const entries = round('offline-9')
    // Sent without its code, so that the change does not end it.
    const [made] = (await caller.post('/log-entries', { entries })).body.data
    const holding = await at.db.startTransaction().execute()
    await holding.updateTable('log_entries').set({ level: 'independent' }).where('id', '=', made.id).execute()
    const signing = faculty.post('/log-entries/sign-by-code', { code, secret, entries, ...completed })
    await expect.poll(() => waitingForLocks(at.db)).toBe(1)
    await holding.commit().execute()
    expect((await signing).status).toBe(409)
    expect((await at.stored('log_entries', made.id))?.status).toBe('logged')
  })

  test('needs its secret: six digits alone bring nothing', async () => {
    const { caller } = await college.student(wards)
    const [{ code, secret }] = await ahead(caller)
    const before = await at.count('log_entries')
    const entries = round('offline-5')
    for (const wrong of [undefined, `${secret.slice(0, -1)}_`, ''])
      expect(
        (await faculty.post('/log-entries/sign-by-code', { code, secret: wrong, entries, ...completed })).status,
      ).toBe(404)
    const nothing = await faculty.post('/log-entries/sign-by-code', { code, ...completed })
    expect([nothing.status, nothing.body.message]).toEqual([409, expect.stringContaining('has not sent')])
    expect((await faculty.get(`/log-entries/by-code/${code}`)).status).toBe(409)
    expect(await at.count('log_entries')).toBe(before)
    await forgive()
  })

  test('brings nothing to a foreign department, nor in the name of another teacher', async () => {
    const { caller } = await college.student(wards)
    const [{ code, secret }, second] = await ahead(caller)
    const before = await at.count('log_entries')
    const sent = { code, secret, entries: round('offline-6'), ...completed }
    expect((await surgeon.post('/log-entries/sign-by-code', sent)).status).toBe(409)
    const theirs = { ...entry, key: 'offline-7', supervisor_id: await college.teacher() }
    const named = { code: second.code, secret: second.secret, entries: [theirs], ...completed }
    expect((await faculty.post('/log-entries/sign-by-code', named)).status).toBe(403)
    expect(await at.count('log_entries')).toBe(before)
    expect((await admin.post('/log-entries/sign-by-code', sent)).status).toBe(200)
  })

  test('stands for ten performances at most, and signs those alone that were seen', async () => {
    const { caller } = await college.student(wards)
    const [{ code }] = await ahead(caller)
    const send = (from: number, count: number) =>
      caller.post('/log-entries', {
        code,
        entries: round(...Array.from({ length: count }, (_, n) => `offline-many-${from + n}`)),
      })
    await send(0, 1)
    const shown = (await faculty.get(`/log-entries/by-code/${code}`)).body.data.entries
    await send(1, 9)
    await send(10, 1)
    const seen = shown.map(({ id, updated_at }: { id: number; updated_at: string }) => ({ id, updated_at }))
    expect((await faculty.get(`/log-entries/by-code/${code}`)).body.data.entries).toHaveLength(10)
    const signed = await faculty.post('/log-entries/sign-by-code', { code, seen, ...completed })
    expect(signed.body.data.map(({ key }: { key: string }) => key)).toEqual(['offline-many-0'])
  })

  test('brings nothing for somebody who is not a student any more', async () => {
    const { caller, id } = await college.student(wards)
    const [{ code, secret }] = await ahead(caller)
    await at.db.updateTable('students').set({ status: 'inactive' }).where('id', '=', id).execute()
    const sent = { code, secret, entries: round('offline-10'), ...completed }
    const refused = await faculty.post('/log-entries/sign-by-code', sent)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('not a student any more')])
  })

  test('is one of sixty that a student gets in an hour, however many stand', async () => {
    const { caller } = await college.student(wards)
    const statuses: number[] = []
    for (let n = 0; n < 13; n += 1) statuses.push((await caller.post('/log-entries/codes/ahead')).status)
    expect(statuses).toEqual([...Array(12).fill(200), 429])
  })

  test('is kept as a hash, and swept when it has ended', async () => {
    const { caller, id } = await college.student(wards)
    const [{ secret }] = await ahead(caller)
    const stored = await at.db.selectFrom('log_codes').selectAll().where('student_id', '=', id).execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })
})
