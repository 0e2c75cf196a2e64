import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LOG_ENTRIES_A_DAY_MAX } from '../../../shared/limits.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, admin, faculty, surgeon, wards, entry } = college
const pupil = await college.student(wards)
const completed = { decision: 'completed' }
const forgive = () => at.db.deleteFrom('wrong_log_codes').execute()

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
    const foreign = await surgeon.post('/log-entries/sign-by-code', sent)
    expect([foreign.status, foreign.body.message]).toEqual([
      409,
      'These performances are of another department, whose teachers sign them. Nothing was signed.',
    ])
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

  test('signs what the picture tells of each entry, and nothing that it hides', async () => {
    const { caller } = await college.student(wards)
    const hidden = [{ reflection: 'The teacher slept' }, { patient_sex: 'male' }, { patient_age_band: 'newborn' }]
    for (const [n, more] of hidden.entries()) {
      const [{ code, secret }] = await ahead(caller)
      const entries = round(`hidden-entry-${n}`)
      await caller.post('/log-entries', { entries: [{ ...entries[0], ...more }] })
      const refused = await faculty.post('/log-entries/sign-by-code', { code, secret, entries, ...completed })
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('has changed these')])
    }
  })

  test('signs a correction as one, and not what is none', async () => {
    const { caller } = await college.student(wards)
    const [first] = (await caller.post('/log-entries', { entries: round('corrected-one') })).body.data
    await faculty.post('/log-entries/sign', { ids: [first.id], ...completed })
    const [{ code, secret }] = await ahead(caller)
    const [plain] = round('correcting-one')
    const correction = { ...plain, corrects_id: first.id }
    await caller.post('/log-entries', { entries: [correction] })
    const sent = (one: object) => ({ code, secret, entries: [one], ...completed })
    expect((await faculty.post('/log-entries/sign-by-code', sent(plain ?? {}))).status).toBe(409)
    expect((await faculty.post('/log-entries/sign-by-code', sent(correction))).status).toBe(200)
    expect((await at.stored('log_entries', first.id))?.is_corrected).toBe(true)
  })

  test('knows the student’s name as a device keeps it', async () => {
    const { caller } = await college.student(wards)
    const { name } = (await caller.get('/auth/me')).body.data
    const [{ code, secret }] = await ahead(caller)
    const proof = (text: string) => createHash('sha256').update(text).digest('hex')
    const sent = { code, secret, entries: round('named-entry'), ...completed }
    expect((await faculty.post('/log-entries/sign-by-code', { ...sent, student: proof('ayesha') })).status).toBe(409)
    const student = proof(name.toLowerCase())
    expect((await faculty.post('/log-entries/sign-by-code', { ...sent, student })).status).toBe(200)
  })

  test('is refused for good when its student has logged enough today: others’ signatures wait behind it', async () => {
    const { caller, id } = await college.student(wards)
    const [{ code, secret }] = await ahead(caller)
    for (let n = 0; n < LOG_ENTRIES_A_DAY_MAX; n += 1) await at.make.logEntry(id, college.skill, college.supervisor)
    const sent = { code, secret, entries: round('one-too-many'), ...completed }
    expect((await faculty.post('/log-entries/sign-by-code', sent)).status).toBe(409)
    expect((await caller.post('/log-entries', { entries: round('one-too-many') })).status).toBe(429)
  })
})
