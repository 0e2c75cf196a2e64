import { expect, test } from 'vitest'
import { writtenDay } from '../../../shared/written-day.ts'
import { furnished } from '../../testing/college.ts'
import { dayAfter, partsOf } from '../../testing/today.ts'

const college = await furnished()
const { at, admin, hod, surgeon, faculty, batch, medicine, surgery } = college

const here = await at.make.group(batch, medicine, { name: 'Posted' })
const there = await at.make.group(batch, surgery, { name: 'Posted' })
const student = await college.student(here, there)
const running = await at.make.posting(here, { ward: 'Ward 3', first_day: dayAfter(-7), last_day: dayAfter(4) })
const next = await at.make.posting(there, { first_day: dayAfter(5), last_day: dayAfter(20) })
const past = await at.make.posting(there, { first_day: dayAfter(-30), last_day: dayAfter(-8) })

const partOf = async (caller: typeof admin, kind: string) => (await partsOf(caller)).find((part) => part.kind === kind)

test('the logbook of a student tells the running posting and the next one, and each department its own', async () => {
  const idsFor = async (caller: typeof admin) =>
    (await caller.get(`/logbook/student/${student.id}`)).body.data.postings.map(({ id }: { id: number }) => id)
  expect(await idsFor(student.caller)).toEqual([running, next])
  expect(await idsFor(admin)).toEqual([running, next])
  expect(await idsFor(hod)).toEqual([running])
  expect(await idsFor(surgeon)).toEqual([next])
})

test('the ward of the running posting is the first place in which one logs', async () => {
  const { body } = await student.caller.get('/logbook/choices')
  const of = (id: number) => body.data.departments.find((one: { id: number }) => one.id === id)
  expect([of(medicine).ward, of(medicine).places[0], of(surgery).ward]).toEqual(['Ward 3', 'Ward 3', null])
})

test('Today tells a student the posting, and teachers and heads the groups that are with them', async () => {
  expect(await partOf(student.caller, 'posting-running')).toMatchObject({
    total: 2,
    lines: [
      { text: 'Medicine, Ward 3', detail: `Posted, until ${writtenDay(dayAfter(4))}`, to: '/logbook' },
      {
        text: 'Surgery',
        detail: `Posted, from ${writtenDay(dayAfter(5))} to ${writtenDay(dayAfter(20))}`,
      },
    ],
  })
  for (const caller of [hod, faculty])
    expect(await partOf(caller, 'groups-posted')).toMatchObject({
      total: 1,
      lines: [{ text: 'Posted', to: `/postings?batch=${batch}&modal=view&id=${running}` }],
    })
  for (const caller of [surgeon, admin]) expect(await partOf(caller, 'groups-posted')).toBeUndefined()
})

test('the timetable has the postings of the asked days, also past ones', async () => {
  const idsOf = async (caller: typeof admin, from: number, to: number) =>
    (await caller.get(`/calendar/days?from=${dayAfter(from)}&to=${dayAfter(to)}`)).body.data.postings.map(
      ({ id }: { id: number }) => id,
    )
  expect(await idsOf(student.caller, 0, 6)).toEqual([running, next])
  expect(await idsOf(student.caller, -14, -8)).toEqual([past])
  expect(await idsOf(hod, 0, 6)).toEqual([running])
  expect(await idsOf(admin, 0, 6)).toEqual([])
})

test('the calendar has them as whole days', async () => {
  const { address } = (await student.caller.post('/calendar')).body.data
  const { raw } = await student.caller.get(new URL(address, 'http://x').pathname.replace('/api', ''))
  const text = raw.toString()
  expect(text).toContain(`UID:posting-${running}@`)
  expect(text).toContain('SUMMARY:Posting: Medicine\\, Ward 3')
  expect(text).toContain(`DTEND;VALUE=DATE:${dayAfter(5).replaceAll('-', '')}`)
})

test('a student who has left the group is told the posting no more, and that of before still', async () => {
  const { id, caller } = await college.student(here)
  await at.make.leave({ student_id: id, group_id: here }, dayAfter(0))
  expect(await partOf(caller, 'posting-running')).toBeUndefined()
  const { body } = await caller.get(`/calendar/days?from=${dayAfter(-3)}&to=${dayAfter(-1)}`)
  expect(body.data.postings).toHaveLength(1)
})
