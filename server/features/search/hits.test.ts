import { expect, test } from 'vitest'
import type { Hit } from '../../../shared/contract/search.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, medicine, batch, wards, student } = await furnished()
const { make } = at

const find = async (caller: Client, q: string): Promise<Hit[]> => {
  const { status, body } = await caller.get(`/search?q=${encodeURIComponent(q)}`)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
const moreOf = async (q: string) => (await admin.get(`/search?q=${encodeURIComponent(q)}`)).body.more
const titles = async (q: string) => (await find(admin, q)).map(({ title }) => title)
const task = (name: string) => make.task(medicine, [wards], { name })
const person = async (name: string, fields: { status?: 'active' | 'graduated' } = {}) => {
  const made = await make.student(batch, undefined, fields)
  await at.db.updateTable('users').set({ name }).where('id', '=', made.userId).execute()
  return made
}

test('just that, then what begins with it, then what has a word that does, then the rest; the newest first', async () => {
  for (const name of ['Ward plover', 'Lapplover', 'Plover two', 'Plover', 'Plover one']) await task(name)
  expect(await titles('plover')).toEqual(['Plover', 'Plover one', 'Plover two', 'Ward plover', 'Lapplover'])
})

test('six of each kind, and what is just that before the other kinds', async () => {
  for (let n = 1; n <= 9; n += 1) await person(`Avocet ${n}`)
  await task('Avocet')
  expect(await titles('avocet')).toEqual(['Avocet', ...[1, 2, 3, 4, 5, 6].map((n) => `Avocet ${n}`)])
  expect(await moreOf('avocet')).toEqual(['student'])
  for (let n = 1; n <= 6; n += 1) await task(`Whimbrel ${n}`)
  expect(await moreOf('whimbrel')).toEqual([])
})

test('words are found in whatever order they stand, each of them', async () => {
  await person('Ayesha Dunlin Siddiqui')
  for (const q of ['siddiqui ayesha', 'Dunlin  siddiqui', 'sid ay', 'a dunlin'])
    expect(await titles(q), q).toEqual(['Ayesha Dunlin Siddiqui'])
  expect(await titles('siddiqui bilal')).toEqual([])
})

test('a group is found by words of its batch and its department beside its own', async () => {
  const older = await make.batch({ name: 'MBBS 2019' })
  const anatomy = await make.department({ name: 'Anatomy' })
  const group = (name: string, of: number, in_batch = older) => make.group(in_batch, of, { name })
  await group('Group A', anatomy)
  await group('Group B', anatomy)
  await group('Group A', medicine)
  await group('Group A', medicine, batch)
  const found = async (q: string, caller = admin) =>
    (await find(caller, q)).filter(({ kind }) => kind === 'group').map(({ title, detail }) => `${title} · ${detail}`)
  expect(await found('anatomy group a')).toEqual(['Group A · MBBS 2019 · Anatomy'])
  expect(await found('Group A 2019')).toEqual(['Group A · MBBS 2019 · Medicine', 'Group A · MBBS 2019 · Anatomy'])
  expect(await found('2019 anat group')).toEqual(['Group B · MBBS 2019 · Anatomy', 'Group A · MBBS 2019 · Anatomy'])
  for (const q of ['anatomy', 'anatomy 2019', 'anatomy group c', 'surgery group b'])
    expect(await found(q), q).toEqual([])
  // A head is shown no group of another department, by no word.
  expect(await found('anatomy group a', hod)).toEqual([])
  expect(await found('group a 2019', hod)).toEqual(['Group A · MBBS 2019 · Medicine'])
})

test('students who study come before those who have left', async () => {
  await person('Bittern A', { status: 'graduated' })
  await person('Bittern B')
  const found = await find(admin, 'bittern')
  expect(found.map(({ title, detail }) => [title, detail.split(' · ').at(-1)])).toEqual([
    ['Bittern B', 'Batch 2023'],
    ['Bittern A', 'Graduated'],
  ])
})

test('a student by roll number, whole or its digits, who has none by the name', async () => {
  const one = await person('Corncrake')
  for (const q of [one.rollNo, one.rollNo.toLowerCase(), one.rollNo.slice(5)])
    expect(await titles(q), q).toEqual(['Corncrake'])
  expect(await titles(one.rollNo.slice(5, 7))).not.toEqual([])
  const without = await person('Dotterel')
  await at.db.updateTable('students').set({ roll_no: null }).where('id', '=', without.id).execute()
  expect((await find(admin, 'otterel'))[0]?.detail).toBe('Batch 2023')
})

test('names in Urdu, in other cases and with accents; two letters find what words begin with', async () => {
  await person('احمد علی خان')
  await person('ÉLODIE Garganey')
  for (const q of ['احمد', 'علی', 'خا', 'مد عل']) expect(await titles(q), q).toEqual(['احمد علی خان'])
  for (const q of ['élodie', 'e\u0301lod', 'LODI', 'GARG', 'ga'])
    expect(await titles(q), q).toEqual(['ÉLODIE Garganey'])
  expect(await titles('rg')).toEqual([])
})

test.each([
  ['%%', []],
  ['__', []],
  ['\\\\', []],
  ["''", []],
  ["'; drop table users; --", []],
  ['50%', ['50%_of\\it’s']],
  ['%_o', ['50%_of\\it’s']],
  ['of\\it', ['50%_of\\it’s']],
  ['5_%', []],
])('%s is looked for as it is typed', async (q, expected) => {
  await at.db.deleteFrom('task_groups').where('department_id', '=', medicine).execute()
  await at.db.deleteFrom('tasks').execute()
  await task('50%_of\\it’s')
  expect(await titles(q)).toEqual(expected)
})

test.each([
  ['', 'Search is required'],
  ['?q=', 'Search is required'],
  ['?q=%20a%20', 'Type at least 2 characters'],
  [`?q=${'a'.repeat(101)}`, 'Search must be at most 100 characters'],
  ['?q=a%00b', 'Search contains characters that cannot be stored'],
  ['?q=ab&q=cd', 'Search is required'],
])('%s is refused', async (query, message) => {
  const { status, body } = await admin.get(`/search${query}`)
  expect([status, body.errors]).toEqual([422, { q: [message] }])
})

test('the longest text is looked for', async () => {
  expect(await find(admin, 'a'.repeat(100))).toEqual([])
})

test('a hit tells what sets it apart, and leads to where it is shown', async () => {
  const one = await student(wards)
  await at.db.updateTable('users').set({ name: 'Egret One' }).where('id', '=', one.userId).execute()
  const designation_id = await make.designation({ name: 'Registrar' })
  const staff = await make.staff(await make.user({ name: 'Egret Two' }), medicine, {
    designation_id,
    status: 'on_leave',
  })
  const group = await make.group(batch, medicine, { name: 'Egret Three', status: 'inactive' })
  const given = await make.task(medicine, [wards, group], { name: 'Egret Four' })
  const survey = await make.survey({ title: 'Egret Five', department_id: medicine, batch_id: batch })
  const entry = await make.libraryEntry(medicine, { title: 'Egret & Six', type: 'Atlas' })
  const told = (hits: Hit[]) => hits.map(({ id, detail, to }) => [id, detail, to])
  const tasks = `/tasks?department_id=${medicine}&group_id=${wards}&modal=view&id=${given}`
  const library = `/library?q=Egret+%26+Six&modal=view&id=${entry}`
  expect(told(await find(hod, 'egret'))).toEqual([
    [one.id, `${one.rollNo} · Batch 2023`, `/students/${one.id}`],
    [staff, 'Registrar · Medicine · On Leave', `/staff?q=Egret+Two&modal=view&id=${staff}`],
    [
      group,
      'Batch 2023 · Medicine · Inactive',
      `/groups?batch=${batch}&department_id=${medicine}&modal=view&id=${group}`,
    ],
    [given, 'Medicine · Batch 2023, Wards · 1 more', tasks],
    [survey, 'Active · Medicine · Batch 2023', `/feedback?q=Egret+Five&modal=view&id=${survey}`],
    [entry, 'Atlas · Medicine · Every batch', library],
  ])
  // A student is not told of other groups, and has another screen of surveys.
  expect(told(await find(one.caller, 'egret'))).toEqual([
    [given, 'Medicine · Batch 2023, Wards', tasks],
    [survey, 'Active · Medicine · Batch 2023', `/student-feedback?modal=view&id=${survey}`],
    [entry, 'Atlas · Medicine · Every batch', library],
  ])
})
