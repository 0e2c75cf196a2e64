import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, medicine, surgery, batch, wards, clinic, theatre, student } = await furnished()
const { rows } = await sql<{ day: string }>`select ((now() at time zone 'Asia/Karachi')::date + n)::text as day
  from generate_series(-1, 1) n order by n`.execute(at.db)
const [yesterday = '', today = '', tomorrow = ''] = rows.map(({ day }) => day)

const place = { department_id: medicine, batch_id: batch, group_id: wards }
const path = '/feedback-surveys'

test('a survey asks its group, else its batch, else who is in a group of its department, else everybody', async () => {
  const otherBatch = await at.make.batch()
  const elsewhere = await at.make.student(otherBatch, await at.make.group(otherBatch, medicine))
  const left = await student(wards)
  await at.make.leave({ student_id: left.id })
  const unplaced = await student()
  await at.db
    .updateTable('student_batches')
    .set({ status: 'inactive', ended_at: new Date() })
    .where('student_id', '=', unplaced.id)
    .execute()
  const callers = {
    'in the wards': (await student(wards)).caller,
    'in the clinic': (await student(clinic)).caller,
    'in the theatre': (await student(theatre)).caller,
    'in no group': (await student()).caller,
    'of the wards before': left.caller,
    'of another batch': await at.of(elsewhere.userId),
    'without a batch': unplaced.caller,
  }
  const asked = async (fields: Parameters<typeof at.make.survey>[0]) => {
    const id = await at.make.survey(fields)
    const who: string[] = []
    for (const [name, caller] of Object.entries(callers)) {
      const isListed = (await listed(caller, path)).includes(id)
      expect((await caller.get(`${path}/${id}`)).status).toBe(isListed ? 200 : 404)
      if (isListed) who.push(name)
    }
    return who
  }
  expect(await asked(place)).toEqual(['in the wards'])
  const ofBatch = ['in the wards', 'in the clinic', 'in the theatre', 'in no group', 'of the wards before']
  expect(await asked({ batch_id: batch })).toEqual(ofBatch)
  expect(await asked({ batch_id: batch, department_id: surgery })).toEqual(ofBatch)
  expect(await asked({ department_id: medicine })).toEqual(['in the wards', 'in the clinic', 'of another batch'])
  expect(await asked({ department_id: surgery })).toEqual(['in the theatre'])
  expect(await asked({})).toEqual(Object.keys(callers))
})

test('a student is listed what can be answered today, and told of what has ended', async () => {
  const { caller } = await student(wards)
  const made = async (fields: object) => at.make.survey({ ...place, ...fields })
  const open = [await made({}), await made({ start_date: today, end_date: today })]
  const ended = [await made({ end_date: yesterday }), await made({ status: 'closed' })]
  const hidden = [await made({ status: 'draft' }), await made({ start_date: tomorrow })]
  const shown = await listed(caller, path)
  expect(shown.filter((id: number) => [...open, ...ended, ...hidden].includes(id))).toEqual(open.toReversed())
  expect(await listed(caller, `${path}?status=closed`)).toEqual([])
  for (const list of [`${path}/active`, `${path}/group/${wards}`, `${path}/batch/${batch}?status=active`])
    expect((await listed(caller, list)).filter((id: number) => !open.includes(id) && shown.indexOf(id) < 0)).toEqual([])
  for (const id of [...open, ...ended]) expect((await caller.get(`${path}/${id}`)).status).toBe(200)
  expect((await caller.get(`${path}/${ended[0]}`)).body.data.standing).toBe('expired')
  for (const id of hidden) expect((await caller.get(`${path}/${id}`)).status).toBe(404)
})

test('a student is told of the own response, and not of others', async () => {
  const [own, other] = [await student(wards), await student(wards)]
  const make = async (is_anonymous: boolean, ids: number[]) => {
    const survey = await at.make.survey({ ...place, is_anonymous })
    if (is_anonymous) await at.make.participants(survey, ids)
    else for (const id of ids) await at.make.response(survey, id)
    return survey
  }
  const done = [await make(false, [own.id, other.id]), await make(true, [own.id, other.id])]
  const due = [await make(false, [other.id]), await make(true, [other.id]), await make(true, [])]
  for (const [ids, has_responded] of [
    [done, true],
    [due, false],
  ] as const)
    for (const id of ids) {
      const { data } = (await own.caller.get(`${path}/${id}`)).body
      expect(data).toMatchObject({ has_responded, has_responses: null, created_by: null })
      expect((await admin.get(`${path}/${id}`)).body.data.has_responded).toBe(false)
    }
  const listedAs = async (response: string) => listed(own.caller, `${path}?response=${response}&group_id=${wards}`)
  expect((await listedAs('completed')).toSorted()).toEqual(done)
  const pending = await listedAs('pending')
  expect(pending).toEqual(expect.arrayContaining(due))
  expect(pending.filter((id: number) => done.includes(id))).toEqual([])
})

test('a student changes nothing', async () => {
  const { caller } = await student(wards)
  const id = await at.make.survey(place)
  for (const { status } of [
    await caller.post(path, { title: 'Mine' }),
    await caller.put(`${path}/${id}`, { title: 'Mine' }),
    await caller.patch(`${path}/${id}/close`),
    await caller.delete(`${path}/${id}`),
  ])
    expect(status).toBe(403)
})
