import { describe, expect, test } from 'vitest'
import type { Hint } from '../../../shared/contract/logbook.ts'
import { dayFromNow } from '../../testing/leaves.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, hod, faculty, surgeon, principal, medicine, surgery, wards, theatre, supervisor } = college

const hints = async (by: typeof hod, query: string): Promise<Hint[]> => {
  const { status, body } = await by.get(`/logbook/plausibility?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const about = (student: number, kind: string, by = hod) => hints(by, `student_id=${student}&kind=${kind}`)

/** Logs the same performance several times. */
const several = async (count: number, log: () => Promise<number>) => {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push(await log())
  return ids.reverse()
}
const noon = (day: number, seconds = 0) => new Date(Date.parse(`${dayFromNow(day)}T07:00:00Z`) + seconds * 1000)

describe('performed on a day for which the register says absent', () => {
  const on = dayFromNow(-3)
  const marked = async (...marks: ('present' | 'absent' | 'leave')[]) => {
    const { id } = await college.student(wards, theatre)
    for (const [n, status] of marks.entries()) {
      const session = await at.make.session(wards, {
        status: 'completed',
        activity_date: on,
        start_time: `0${n + 1}:00`,
        end_time: `0${n + 1}:45`,
      })
      await at.make.entry(session, id, { status })
    }
    return id
  }

  test.each([
    ['absent', ['absent'], true],
    ['on leave', ['leave'], true],
    ['absent in one session and on leave in another', ['absent', 'leave'], true],
    ['present in one of two', ['absent', 'present'], false],
    ['in no register', [], false],
  ] as const)('%s', async (_, marks, isFound) => {
    const id = await marked(...marks)
    const skill = await at.make.skill(medicine)
    const entries = await several(2, () => at.make.logEntry(id, skill, supervisor, { performed_on: on }))
    await at.make.logEntry(id, skill, supervisor, { performed_on: dayFromNow(-4) })
    await at.make.logEntry(id, skill, supervisor, { performed_on: on, status: 'withdrawn' })
    expect(await about(id, 'absent-day')).toEqual(
      isFound
        ? [
            expect.objectContaining({
              kind: 'absent-day',
              student: expect.objectContaining({ id, status: 'active' }),
              person: null,
              department: { id: medicine, name: 'Medicine' },
              skill: null,
              day: on,
              count: 2,
              usual: null,
              entry_ids: entries,
            }),
          ]
        : [],
    )
  })

  test('in the registers of another department only', async () => {
    const id = await marked('absent')
    const foreign = await at.make.skill(surgery)
    const theirs = await at.make.staff(await at.make.user({}), surgery)
    await at.make.logEntry(id, foreign, theirs, { performed_on: on })
    expect(await about(id, 'absent-day', principal)).toEqual([])
  })
})

describe('more of a skill on one day than is usual', () => {
  test.each([
    ['as many as are usual', { usual_a_day: 3 }, 3, 0],
    ['one more', { usual_a_day: 3 }, 4, 1],
    ['without a usual number', {}, 30, 0],
  ] as const)('%s', async (_, rule, count, found) => {
    const { id } = await college.student(wards)
    const skill = await at.make.skill(medicine, { ...rule, name: `Sutures of ${id}` })
    const entry_ids = await several(count, () => at.make.logEntry(id, skill, supervisor))
    const told = await about(id, 'many-a-day')
    expect(told).toHaveLength(found)
    for (const hint of told)
      expect(hint).toMatchObject({ skill: { id: skill, name: `Sutures of ${id}` }, count, usual: 3, entry_ids })
  })

  test('a correction beside the entry that it corrects is one performance', async () => {
    const { id } = await college.student(wards)
    const skill = await at.make.skill(medicine, { usual_a_day: 1 })
    const first = await at.make.logEntry(id, skill, supervisor)
    await at.make.logEntry(id, skill, supervisor, { corrects_id: first })
    expect(await about(id, 'many-a-day')).toEqual([])
  })
})

describe('back-dated in bursts', () => {
  test.each([
    ['five of a week ago', 5, -9, 1],
    ['four', 4, -9, 0],
    ['five of six days ago', 5, -8, 0],
  ] as const)('%s', async (_, count, day, found) => {
    const { id } = await college.student(wards)
    const skill = await at.make.skill(medicine)
    const entry_ids = await several(count, () =>
      at.make.logEntry(id, skill, supervisor, { performed_on: dayFromNow(day), created_at: noon(-2) }),
    )
    const told = await about(id, 'back-dated')
    expect(told).toHaveLength(found)
    for (const hint of told) expect(hint).toMatchObject({ day: dayFromNow(-2), count: 5, skill: null, entry_ids })
  })
})

/** Adds signatures by a person of a department of its own. */
async function signing(departmentOfSupervisors = 3) {
  const department = await at.make.department()
  const group = await at.make.group(college.batch, department)
  const { id: student } = await college.student(group)
  const skill = await at.make.skill(department)
  const staff: { id: number; user: number }[] = []
  for (let n = 0; n < Math.max(2, departmentOfSupervisors); n += 1) {
    const user = await at.make.user({})
    if (n < departmentOfSupervisors) await at.make.giveRole(user, 'faculty')
    staff.push({ id: await at.make.staff(user, department), user })
  }
  const [first, second] = staff
  if (!first || !second) throw new Error('two sign')
  const sign = async (by: typeof first, times: Date[]) => {
    const rows = times.map((signed_at) => ({
      student_id: student,
      skill_id: skill,
      department_id: department,
      supervisor_id: by.id,
      performed_on: dayFromNow(-3),
      level: 'supervised' as const,
      status: 'signed' as const,
      decision: 'completed' as const,
      signed_by: by.user,
      signed_at,
    }))
    await at.db.insertInto('log_entries').values(rows).execute()
  }
  const found = (kind: string) => hints(principal, `department_id=${department}&kind=${kind}`)
  return { department, first, second, sign, found }
}

/** Makes times from noon of a day, so many seconds apart, the first one after these seconds. */
const times = (count: number, seconds: number, start = 0) =>
  Array.from({ length: count }, (_, n) => noon(-1, start + n * seconds))

describe('forty signatures in a minute', () => {
  test.each([
    ['forty within 59 seconds, across a full minute', times(40, 1.5, 30), 40],
    ['thirty-nine', times(39, 1.5), undefined],
    ['forty within 61 seconds', times(40, 61 / 39), undefined],
    ['the most of two such minutes of a day', [...times(41, 1), ...times(45, 1, 600)], 45],
  ])('%s', async (_, signedAt, count) => {
    const { first, second, sign, found, department } = await signing()
    await sign(first, signedAt)
    await sign(second, times(20, 1))
    const told = await found('many-a-minute')
    expect(told).toHaveLength(count === undefined ? 0 : 1)
    for (const hint of told) {
      expect(hint).toMatchObject({ student: null, skill: null, department: { id: department }, day: dayFromNow(-1) })
      expect(hint).toMatchObject({ person: { id: first.user }, count, usual: null })
      expect(new Set(hint.entry_ids).size).toBe(count)
    }
  })
})

describe('one supervisor has signed nearly all', () => {
  const hours = (count: number) => times(count, 3600)

  test.each([
    ['forty of fifty', 3, 40, 10, 1],
    ['thirty-nine of fifty', 3, 39, 11, 0],
    ['forty of forty-nine', 3, 40, 9, 0],
    ['where only two are at work', 2, 50, 1, 0],
  ])('%s', async (_, supervisors, own, others, found) => {
    const { first, second, sign, found: look } = await signing(supervisors)
    await sign(first, hours(own))
    await sign(second, hours(others))
    const told = await look('one-supervisor')
    expect(told).toHaveLength(found)
    for (const hint of told)
      expect(hint).toMatchObject({ person: { id: first.user }, day: dayFromNow(-3), count: 40, usual: 50 })
  })

  test('names at most a hundred entries, the latest', async () => {
    const { department, first, sign, found } = await signing()
    await sign(first, hours(120))
    const [hint] = await found('one-supervisor')
    expect(hint).toMatchObject({ count: 120, usual: 120 })
    expect(hint?.entry_ids).toHaveLength(100)
    const { body } = await principal.get(`/log-entries?per_page=500&department_id=${department}`)
    const ids = body.data.map((one: { id: number }) => one.id).sort((a: number, b: number) => b - a)
    expect(hint?.entry_ids).toEqual(ids.slice(0, 100))
    const shown = await principal.get(`/log-entries?per_page=500&ids=${hint?.entry_ids.join(',')}`)
    expect(shown.body.meta.total).toBe(100)
  })
})

describe('the list', () => {
  test('is of the own department for its head, and nobody else', async () => {
    const { id } = await college.student(wards, theatre)
    const theirs = await at.make.staff(await at.make.user({}), surgery)
    for (const [department, by] of [
      [medicine, supervisor],
      [surgery, theirs],
    ] as const) {
      const skill = await at.make.skill(department, { usual_a_day: 1 })
      await several(2, () => at.make.logEntry(id, skill, by))
    }
    const departments = async (by: typeof hod) =>
      (await about(id, 'many-a-day', by)).map(({ department }) => department.id).sort()
    expect(await departments(principal)).toEqual([medicine, surgery].sort())
    expect(await departments(hod)).toEqual([medicine])
    expect(await departments(surgeon)).toEqual([surgery])
    expect(await hints(hod, `student_id=${id}&department_id=${surgery}`)).toEqual([])
    for (const other of [faculty, await at.as('clerk'), (await college.student(wards)).caller])
      expect((await other.get('/logbook/plausibility')).status).toBe(403)
  })

  test('is narrowed to group and batch, and turned page by page, the latest first', async () => {
    const group = await at.make.group(college.batch, medicine)
    const skill = await at.make.skill(medicine, { usual_a_day: 1 })
    const members = [await college.student(group), await college.student(group)]
    for (const { id } of members)
      for (const day of [-1, -20, -29, -30])
        await several(2, () => at.make.logEntry(id, skill, supervisor, { performed_on: dayFromNow(day) }))
    const query = `group_id=${group}&batch_id=${college.batch}&kind=many-a-day`
    const all = await hints(hod, query)
    expect(all.map(({ day, student }) => [day, student?.id])).toEqual(
      [-1, -20, -29].flatMap((day) => members.map(({ id }) => [dayFromNow(day), id])),
    )
    const { body } = await hod.get(`/logbook/plausibility?${query}&page=2&per_page=4`)
    expect(body.meta).toMatchObject({ page: 2, per_page: 4, total: 6 })
    expect(body.data).toEqual(all.slice(4))
    expect(await hints(hod, `group_id=${wards}&student_id=${members[0]?.id}`)).toEqual([])
    expect(await hints(hod, `${query}&to=${dayFromNow(-30)}`)).toHaveLength(2)
  })

  test.each([
    ['from=2026-03-02&to=2026-03-01', 'to', 'to must be on or after from'],
    ['from=2025-01-01&to=2026-01-02', 'to', 'At most 366 days at once'],
    ['from=2020-01-01', 'from', 'At most 366 days at once'],
    ['kind=guilty', 'kind', expect.any(String)],
  ])('refuses %s', async (query, field, text) => {
    const { status, body } = await hod.get(`/logbook/plausibility?${query}`)
    expect([status, body.errors]).toEqual([422, { [field]: [text] }])
  })

  test('takes a year and a day', async () => {
    await hints(hod, 'from=2025-01-01&to=2026-01-01')
  })
})
