import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, hod, faculty, surgeon, wards, log } = college
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

  test('that its student has ended is no guess, and one of a signed entry says so', async () => {
    const { id } = await log(pupil.caller)
    for (let n = 0; n < 11; n += 1) {
      const { code } = await codeFor([id])
      await pupil.caller.put(`/log-entries/${id}`, { place: `Ward ${n}` })
      expect((await faculty.get(`/log-entries/by-code/${code}`)).status).toBe(404)
    }
    const { code } = await codeFor([id])
    expect((await faculty.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(200)
    expect((await faculty.get(`/log-entries/by-code/${code}`)).body.data.refusal).toContain('signed already')
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
