import { expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const college = await furnished()
const { at, admin, hod, faculty, surgeon, batch, medicine, surgery } = college
const clerk = await at.as('clerk')

/** A group of this name in medicine and one in surgery. */
async function pair(name: string) {
  return [await at.make.group(batch, medicine, { name }), await at.make.group(batch, surgery, { name })] as const
}

const [inMedicine, inSurgery] = await pair('Rotating A')
const days = (first_day: string, last_day: string) => ({ first_day, last_day })
const post = (group_id: number, first_day: string, last_day: string, more = {}) =>
  admin.post('/postings', { group_id, first_day, last_day, ...more })

test('a head posts a group of the own department, which the trail tells', async () => {
  const { status, body } = await hod.post('/postings', {
    group_id: inMedicine,
    ...days('2031-01-05', '2031-01-31'),
    ward: '  Ward 3 ',
  })
  expect([status, body.data?.department, body.data?.ward, body.data?.clashes]).toEqual([
    201,
    { id: medicine, name: 'Medicine' },
    'Ward 3',
    [],
  ])
  const { id } = body.data
  expect((await at.trailOf('posting', id))[0]).toMatchObject({ action: 'create', changes: { ward: [null, 'Ward 3'] } })
  const changed = await hod.put(`/postings/${id}`, { last_day: '2031-02-07', updated_at: body.data.updated_at })
  expect([changed.status, changed.body.data.last_day]).toEqual([200, '2031-02-07'])
  expect((await hod.put(`/postings/${id}`, { ward: 'x', updated_at: body.data.updated_at })).status).toBe(409)
  expect((await hod.put(`/postings/${id}`, { last_day: '2031-01-01' })).body.errors).toEqual({
    last_day: ['Last day must be on or after the first day'],
  })
  expect(await listed(faculty, '/postings?from=2031-02-07&to=2031-03-01')).toEqual([id])
  expect(await listed(faculty, '/postings?from=2031-02-08')).toEqual([])
  expect((await surgeon.get(`/postings/${id}`)).status).toBe(404)
  expect((await surgeon.put(`/postings/${id}`, { ward: 'mine' })).status).toBe(404)
  expect(
    (await hod.post('/postings', { group_id: inSurgery, ...days('2031-01-05', '2031-01-31') })).body.errors,
  ).toEqual({ group_id: ['Group does not exist'] })
  expect((await faculty.delete(`/postings/${id}`)).status).toBe(403)
  expect((await hod.delete(`/postings/${id}`)).status).toBe(200)
  expect(await at.trailOf('posting', id)).toHaveLength(3)
})

test.each([
  [{ first_day: '' }, { first_day: ['First day is required'] }],
  [{ first_day: '2031-02-30' }, { first_day: ['First day must be a valid date (YYYY-MM-DD)'] }],
  [{ last_day: '2030-12-31' }, { last_day: ['Last day must be on or after the first day'] }],
  [{ last_day: '2032-01-06' }, { last_day: ['A posting lasts at most 366 days'] }],
  [{ group_id: 999_999 }, { group_id: ['Group does not exist'] }],
  [{ ward: 'w'.repeat(101) }, { ward: ['Ward must be at most 100 characters'] }],
])('%o is refused', async (wrong, errors) => {
  const { status, body } = await post(inMedicine, '2031-01-05', '2031-01-31', wrong)
  expect([status, body.errors]).toEqual([422, errors])
})

test('a group has no two postings on a day, however many are sent at once', async () => {
  const overlap = { first_day: ['This group has a posting on some of these days already'] }
  const all = await Promise.all(Array.from({ length: 4 }, () => post(inMedicine, '2032-03-01', '2032-03-14')))
  expect(all.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  expect((await post(inMedicine, '2032-03-14', '2032-03-20')).body.errors).toEqual(overlap)
  const next = await post(inMedicine, '2032-03-15', '2032-03-20')
  expect(next.status).toBe(201)
  expect((await admin.put(`/postings/${next.body.data.id}`, { first_day: '2032-03-14' })).body.errors).toEqual(overlap)
})

test('students who are elsewhere on the same days are counted, by department, on the days of their memberships', async () => {
  const [first, second] = await pair('Clashing')
  const both = await college.student(first, second)
  await college.student(first)
  const left = await college.student(first, second)
  await at.make.leave({ student_id: left.id, group_id: second }, '2033-01-01')
  const theirs = await post(second, '2033-05-01', '2033-05-31')
  const looked = (caller: typeof admin, more = {}) =>
    caller.post('/postings/preview', { group_id: first, ...days('2033-05-31', '2033-06-30'), ...more })
  const before = await looked(admin)
  expect([before.status, before.body.data]).toEqual([
    200,
    [{ students: 1, department: { id: surgery, name: 'Surgery' } }],
  ])
  expect((await looked(hod)).body.data).toEqual([{ students: 1, department: null }])
  // The posting that is changed is in nobody's way.
  expect((await looked(admin, { posting_id: theirs.body.data.id })).body.data).toEqual([])
  expect((await looked(hod, { group_id: second })).body.errors).toEqual({ group_id: ['Group does not exist'] })
  expect((await looked(admin, { last_day: '2033-05-30' })).body.errors).toEqual({
    last_day: ['Last day must be on or after the first day'],
  })
  const { body } = await post(first, '2033-05-31', '2033-06-30')
  expect([theirs.status, body.data.clashes]).toEqual([
    201,
    [{ students: 1, department: { id: surgery, name: 'Surgery' } }],
  ])
  // A head is told how many, and not where.
  const seen = await hod.get(`/postings/${body.data.id}`)
  expect(seen.body.data.clashes).toEqual([{ students: 1, department: null }])
  expect((await both.caller.get(`/postings/${body.data.id}`)).body.data.clashes).toEqual([])
  expect((await post(first, '2033-07-01', '2033-07-31')).body.data.clashes).toEqual([])
})

test('a student is shown the postings of the groups on their days', async () => {
  const [first, second] = await pair('Moving')
  const { id, caller } = await college.student(first)
  const before = (await post(first, '2024-01-01', '2024-01-31')).body.data.id
  const during = (await post(first, '2024-02-01', '2024-02-29')).body.data.id
  const after = (await post(first, '2024-03-01', '2024-03-31')).body.data.id
  const other = (await post(second, '2024-02-01', '2024-02-29')).body.data.id
  await at.make.leave({ student_id: id, group_id: first }, '2024-02-15')
  expect(await listed(caller, '/postings')).toEqual([before, during])
  // The student had left on that day.
  expect(await listed(caller, '/postings?from=2024-02-15&to=2024-02-15')).toEqual([])
  expect(await listed(caller, '/postings?from=2024-02-14&to=2024-02-14')).toEqual([during])
  for (const hidden of [after, other]) expect((await caller.get(`/postings/${hidden}`)).status).toBe(404)
  expect((await caller.post('/postings', {})).status).toBe(403)
})

test('a group, a batch and a department with postings stay', async () => {
  const [group] = await pair('Staying')
  await post(group, '2031-01-01', '2031-01-02')
  expect((await admin.delete(`/groups/${group}`)).body.message).toBe('Group has 1 posting. Set it inactive instead.')
  const moved = await admin.put(`/groups/${group}`, { department_id: surgery })
  expect(moved.status).toBe(409)
})

test('the plan is exported as the caller is shown it, and the trail says so', async () => {
  const [first, second] = await pair('Exported')
  await post(first, '2035-01-01', '2035-01-14', { ward: '=1+1' })
  await post(second, '2035-01-15', '2035-01-28')
  const csv = async (caller: typeof admin) => (await caller.get('/postings/export?from=2035-01-01')).raw.toString()
  const all = await csv(clerk)
  expect(all).toContain('Exported,Medicine,2035-01-01,2035-01-14')
  expect(all).toContain('Exported,Surgery,2035-01-15,2035-01-28')
  expect(all).not.toMatch(/,=1/)
  expect(await csv(hod)).not.toContain('Surgery')
  expect((await admin.get('/postings/export?format=xlsx&from=2035-01-01')).status).toBe(200)
  const pdf = (await admin.get('/postings/export?format=pdf&from=2035-01-03')).raw
  // The pages lie on their long side, and begin with the grid: its weeks, and a bar for each posting.
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 841\.89 595\.28\]/)
  const lines = textOfPdf(pdf).flat()
  const placeOf = (words: string) => lines.find(({ text }) => text.includes(words))
  expect(lines.findIndex(({ text }) => text.includes('1 Jan 2035 to 22 Apr 2035'))).toBeLessThan(
    lines.findIndex(({ text }) => text === 'Exported'),
  )
  expect([placeOf('1 Jan | 8 Jan'), placeOf('Medicine | Surgery')].map(Boolean)).toEqual([true, true])
  expect((await admin.get('/postings/export?format=doc')).status).toBe(422)
})
