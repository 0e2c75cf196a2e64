import { describe, expect, test } from 'vitest'
import { writtenDay } from '../../../shared/written-day.ts'
import { dayFromNow } from '../../testing/leaves.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { logging } from '../../testing/logbook.ts'
import { dayAfter } from '../../testing/today.ts'

const college = await logging()
const { at, hod, faculty, surgeon, admin, surgery, wards, theatre, skill, supervisor, head, entry, log } = college
const pupil = await college.student(wards)
const other = await college.student(wards)

describe('a student logs', () => {
  test('a performance, which waits for its supervisor', async () => {
    const { status, body } = await pupil.caller.post('/log-entries', {
      ...entry,
      place: ' Ward 3 ',
      patient_age_band: 'adult',
      patient_sex: 'female',
      reflection: 'Asked for help in time.',
      student_id: other.id,
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      student_id: pupil.id,
      skill: { id: skill },
      department: { name: 'Medicine' },
      place: 'Ward 3',
      setting: 'patient',
      attempt: 'first',
      status: 'logged',
      is_late: false,
      signed_by: null,
    })
    const { id } = body.data
    expect((await at.trailOf('log_entry', id))[0]).toMatchObject({
      action: 'create',
      actor: { id: pupil.userId },
      changes: { place: [null, 'Ward 3'], level: [null, 'supervised'] },
    })
    expect((await faculty.get(`/log-entries/${id}`)).status).toBe(200)
    for (const caller of [surgeon, other.caller]) expect((await caller.get(`/log-entries/${id}`)).status).toBe(404)
  })

  test('several of one round, all or none', async () => {
    const before = await at.count('log_entries')
    const round = [entry, { ...entry, level: 'observed' }]
    const { body } = await pupil.caller.post('/log-entries', { entries: round })
    expect(body.data.map(({ level }: { level: string }) => level)).toEqual(['supervised', 'observed'])
    const refused = await pupil.caller.post('/log-entries', { entries: [...round, { ...entry, skill_id: 999_999 }] })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'entries.2.skill_id': ['Skill does not exist in a department of your groups'] },
    ])
    expect(await at.count('log_entries')).toBe(before + 2)
  })

  test('once, however often its device sends', async () => {
    const round = {
      entries: [
        { ...entry, key: 'device-0001' },
        { ...entry, key: 'device-0002' },
      ],
    }
    const answers = await Promise.all([1, 2, 3].map(() => pupil.caller.post('/log-entries', round)))
    const ids = answers.map(({ body }) => body.data.map(({ id }: { id: number }) => id))
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    // The same key of somebody else is another performance.
    const theirs = await other.caller.post('/log-entries', { ...entry, key: 'device-0001' })
    expect(ids[0]).not.toContain(theirs.body.data.id)
  })

  test('what needs the consent of the head, if it was long ago', async () => {
    const old = { ...entry, performed_on: dayFromNow(-15) }
    const refused = await pupil.caller.post('/log-entries', old)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['supervisor_id']])
    const { body } = await pupil.caller.post('/log-entries', { ...old, supervisor_id: head })
    expect(body.data.is_late).toBe(true)
    const onTime = await pupil.caller.post('/log-entries', { ...entry, performed_on: dayFromNow(-14) })
    expect(onTime.body.data.is_late).toBe(false)
  })
})

describe('what is refused', () => {
  test.each([
    [{ performed_on: dayFromNow(1) }, { performed_on: ['Day can’t be in the future'] }],
    [{ performed_on: '' }, { performed_on: ['Day is required'] }],
    [{ level: undefined }, { level: ['Level is required'] }],
    [{ setting: 'home' }, { setting: ['Setting must be one of: patient, simulated'] }],
    [{ key: 'short' }, { key: ['key must be 8 to 64 letters, digits or hyphens'] }],
    [{ supervisor_id: 999_999 }, { supervisor_id: [expect.stringContaining('teacher at work')] }],
    [{ place: 'Bed of 0300-1234567' }, { place: [expect.stringContaining('must not identify a patient')] }],
    [{ place: 'Bed 4, s/o Khan' }, { place: [expect.stringContaining('“s/o khan” looks like a name')] }],
    [{ reflection: 'MR no 4711 was afraid' }, { reflection: [expect.stringContaining('must not identify')] }],
    [{ reflection: 'Mrs Bano was afraid' }, { reflection: [expect.stringContaining('“Mrs Bano” looks like a name')] }],
    [{ corrects_id: 999_999 }, { corrects_id: ['Corrected entry does not exist'] }],
  ])('%o', async (wrong, errors) => {
    const before = await at.count('log_entries')
    const { status, body } = await other.caller.post('/log-entries', { ...entry, ...wrong })
    expect([status, body.errors]).toEqual([422, errors])
    expect(await at.count('log_entries')).toBe(before)
  })

  test('skills of foreign departments and inactive ones, supervisors who left or teach elsewhere', async () => {
    const foreign = await at.make.skill(surgery)
    const theirs = await at.make.staff(await at.make.user({}), surgery)
    const gone = await college.teacher({ status: 'resigned' })
    const inactive = await at.make.skill(college.medicine, { status: 'inactive' })
    for (const wrong of [{ skill_id: foreign }, { skill_id: inactive }])
      expect((await other.caller.post('/log-entries', { ...entry, ...wrong })).body.errors).toHaveProperty('skill_id')
    for (const wrong of [{ supervisor_id: theirs }, { supervisor_id: gone }])
      expect((await other.caller.post('/log-entries', { ...entry, ...wrong })).body.errors).toHaveProperty(
        'supervisor_id',
      )
    // A student of both departments may.
    const both = await college.student(wards, theatre)
    expect((await both.caller.post('/log-entries', entry)).status).toBe(201)
  })

  test('more than a hundred a day', async () => {
    const { caller, id } = await college.student(wards)
    for (let n = 0; n < 95; n += 1) await at.make.logEntry(id, skill, supervisor)
    const six = { entries: Array.from({ length: 6 }, () => entry) }
    const refused = await caller.post('/log-entries', six)
    expect([refused.status, refused.body.message]).toEqual([429, 'At most 100 entries a day. Please go on tomorrow.'])
    expect((await caller.post('/log-entries', { entries: six.entries.slice(1) })).status).toBe(201)
  })
})

describe('until it is signed the student', () => {
  test('changes it', async () => {
    const made = await log(pupil.caller)
    const { body } = await pupil.caller.put(`/log-entries/${made.id}`, {
      level: 'independent',
      updated_at: made.updated_at,
    })
    expect(body.data).toMatchObject({ level: 'independent', place: made.place, status: 'logged' })
    const stale = await pupil.caller.put(`/log-entries/${made.id}`, { level: 'observed', updated_at: made.updated_at })
    expect(stale.status).toBe(409)
    expect((await other.caller.put(`/log-entries/${made.id}`, { level: 'observed' })).status).toBe(404)
    for (const caller of [hod, admin])
      expect((await caller.put(`/log-entries/${made.id}`, { level: 'observed' })).status).toBe(403)
  })

  test('withdraws it, after which nothing is done with it', async () => {
    const { id } = await log(pupil.caller)
    expect((await other.caller.post(`/log-entries/${id}/withdraw`)).status).toBe(404)
    expect((await pupil.caller.post(`/log-entries/${id}/withdraw`)).body.data.status).toBe('withdrawn')
    expect((await pupil.caller.put(`/log-entries/${id}`, { level: 'observed' })).status).toBe(409)
    const signed = await faculty.post('/log-entries/sign', { ids: [id], decision: 'completed' })
    expect(signed.status).toBe(409)
  })

  test('corrects what was returned, which waits again then', async () => {
    const { id } = await log(pupil.caller)
    expect((await faculty.post(`/log-entries/${id}/return`, { feedback: '' })).body.errors).toEqual({
      feedback: ['Please say what is to be corrected'],
    })
    const returned = await faculty.post(`/log-entries/${id}/return`, { feedback: 'It was the other ward' })
    expect(returned.body.data).toMatchObject({ status: 'returned', feedback: 'It was the other ward' })
    expect((await faculty.post('/log-entries/sign', { ids: [id], decision: 'completed' })).status).toBe(409)
    const again = await pupil.caller.put(`/log-entries/${id}`, { place: 'Ward 4' })
    expect(again.body.data).toMatchObject({ status: 'logged', feedback: null, place: 'Ward 4' })
    expect((await at.trailOf('log_entry', id)).map(({ action }) => action)).toEqual(['update', 'return', 'create'])
  })

  test('withdraws and is signed at once: one of both', async () => {
    const { id } = await log(pupil.caller)
    const holding = await at.db.startTransaction().execute()
    await holding.selectFrom('log_entries').select('id').where('id', '=', id).forUpdate().execute()
    const both = [
      pupil.caller.post(`/log-entries/${id}/withdraw`),
      faculty.post('/log-entries/sign', { ids: [id], decision: 'completed' }),
    ]
    await expect.poll(() => waitingForLocks(at.db)).toBe(2)
    await holding.rollback().execute()
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409])
  })
})

test('no day before the studies, of which the head could sign any', async () => {
  const { id, caller } = await college.student(wards)
  const tenBefore = Number(dayAfter(0).slice(0, 4)) - 10
  const before = (day: string) => ({ performed_on: [`Day can’t be before ${day}, the first of your studies`] })
  const on = (performed_on: string) => caller.post('/log-entries', { ...entry, supervisor_id: head, performed_on })
  expect((await on('1999-01-01')).body.errors).toEqual(before(writtenDay(`${tenBefore}${dayAfter(0).slice(4)}`)))
  await at.db.updateTable('students').set({ date_of_admission: '2024-02-13' }).where('id', '=', id).execute()
  expect((await on('2024-02-12')).body.errors).toEqual(before('13 Feb 2024'))
  const late = await on('2024-02-13')
  expect([late.status, late.body.data.is_late]).toEqual([201, true])
  const moved = await caller.put(`/log-entries/${late.body.data.id}`, { performed_on: '2023-12-31' })
  expect(moved.body.errors).toEqual(before('13 Feb 2024'))
})

test('places of others are offered once three students have had them signed', async () => {
  const others = await Promise.all([1, 2, 3].map(() => college.student(wards)))
  const { caller } = await college.student(wards)
  const offered = async () => {
    const { departments } = (await caller.get('/logbook/choices')).body.data
    return departments.flatMap(({ places }: { places: string[] }) => places)
  }
  const signedAt = async (place: string, count: number) => {
    for (const { id } of others.slice(0, count))
      await at.make.logEntry(id, skill, supervisor, {
        place,
        status: 'signed',
        decision: 'completed',
        signed_by: faculty.userId,
        signed_at: new Date(),
      })
  }
  await log(others[0]?.caller as typeof caller, { place: 'The teacher sleeps here' })
  await signedAt('Chest Clinic', 3)
  await signedAt('Side room', 2)
  expect(await offered()).toEqual(expect.arrayContaining(['Chest Clinic']))
  for (const place of ['Side room', 'The teacher sleeps here']) expect(await offered()).not.toContain(place)
})
