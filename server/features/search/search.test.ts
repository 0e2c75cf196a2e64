import { describe, expect, test } from 'vitest'
import type { Hit, HitKind } from '../../../shared/contract/search.ts'
import { FEATURES } from '../../features.ts'
import type { Client } from '../../testing/app.ts'
import { casesCollege } from '../../testing/cases.ts'
import { listed } from '../../testing/college.ts'
import type { Fields } from '../../testing/make/adding.ts'
import { WALKS } from '../../testing/walked.ts'
import { addAnnouncement } from '../announcements/announcements.walks.ts'

const college = await casesCollege()
const { at, admin, principal, affairs, hod, faculty, surgeon, medicine, surgery, batch, given, file, student } = college
const { make } = at

/** Puts the id of each under its title, which is what the tests name it by. */
const made: Record<string, number> = {}
const add = async (title: string, id: number | Promise<number>) => {
  made[title] = await id
  return made[title] as number
}

const quetzals = await add('Quetzals of Medicine', make.group(batch, medicine, { name: 'Quetzals of Medicine' }))
const surgeons = await add('Quetzals of Surgery', make.group(batch, surgery, { name: 'Quetzals of Surgery' }))
const otherBatch = await make.batch()

const own = await student(quetzals)
const other = { ...(await make.student(otherBatch, surgeons)), caller: undefined as unknown as Client }
other.caller = await at.of(other.userId)
for (const [one, name] of [
  [own, 'Quetzal Ownson'],
  [other, 'Quetzal Otherson'],
] as const) {
  await at.db.updateTable('users').set({ name }).where('id', '=', one.userId).execute()
  await add(name, one.id)
}

const designation_id = await make.designation({ name: 'Keeper' })
const colleague = async (name: string, department: number, status: 'active' | 'resigned' = 'active') =>
  add(name, make.staff(await make.user({ name }), department, { designation_id, status }))
await colleague('Quetzal Physician', medicine)
await colleague('Quetzal Gone', medicine, 'resigned')
await colleague('Quetzal Surgeon', surgery)

const task = (title: string, department: number, group: number, status: 'active' | 'pending' = 'active') =>
  add(title, make.task(department, [group], { name: title, status }))
await task('Quetzal history', medicine, quetzals)
await task('Quetzal plan', medicine, quetzals, 'pending')
await task('Quetzal suture', surgery, surgeons)

const survey = (title: string, fields: Parameters<typeof make.survey>[0] = {}) =>
  add(title, make.survey({ title, ...fields }))
await survey('Quetzal survey', { department_id: medicine })
await survey('Quetzal draft', { department_id: medicine, status: 'draft' })
await survey('Quetzal knives', { department_id: surgery })
await survey('Quetzal ended', { status: 'closed' })

const entry = (title: string, batch_id: number | null) => add(title, make.libraryEntry(medicine, { title, batch_id }))
await entry('Quetzal atlas', null)
await entry('Quetzal notes', batch)
await entry('Quetzal slides', otherBatch)

const announcement = (title: string, fields: Fields<'announcements'> = {}) =>
  add(title, addAnnouncement(at.db, { title, ...fields }))
await announcement('Quetzal news')
await announcement('Quetzal rounds', { department_id: medicine, roles: ['faculty'] })
await announcement('Quetzal exams', { batch_id: otherBatch })

const SECRET = { title: 'Quetzal whisper', description: 'Quetzal whispered', student_id: own.id }
const open = await file(SECRET)
const hidden = await file({ ...SECRET, is_confidential: true, internal_notes: 'Quetzal secret' })
const filed = await file({ title: 'Quetzal mine' }, own.caller)
const withdrawn = await file(SECRET)
await hod.delete(`/reportings/${withdrawn.id}`)
for (const { id, case_number } of [open, hidden, filed, withdrawn]) await add(case_number, id)

const clerk = await at.as('clerk', medicine)
const noRecord = await make.user()
await make.giveRole(noRecord, 'student')

const find = async (caller: Client, q: string): Promise<Hit[]> => {
  const { status, body } = await caller.get(`/search?q=${encodeURIComponent(q)}`)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}

const STUDENTS = ['Quetzal Ownson', 'Quetzal Otherson']
const LIBRARY = ['Quetzal atlas', 'Quetzal notes', 'Quetzal slides']
const NEWS = ['Quetzal news', 'Quetzal exams']
/** The records beside their own department's that the teaching staff of Medicine find. */
const BESIDE = { student: STUDENTS, library: LIBRARY, announcement: [...NEWS, 'Quetzal rounds'] }
const MEDICINE = {
  staff: ['Quetzal Physician', 'Quetzal Gone'],
  group: ['Quetzals of Medicine'],
  task: ['Quetzal history', 'Quetzal plan'],
  survey: ['Quetzal survey', 'Quetzal draft'],
}
const SURGERY = {
  staff: ['Quetzal Surgeon'],
  group: ['Quetzals of Surgery'],
  task: ['Quetzal suture'],
  survey: ['Quetzal knives'],
}
const COLLEGE = {
  student: STUDENTS,
  staff: [...MEDICINE.staff, ...SURGERY.staff],
  group: [...MEDICINE.group, ...SURGERY.group],
  task: [...MEDICINE.task, ...SURGERY.task],
  survey: [...MEDICINE.survey, ...SURGERY.survey, 'Quetzal ended'],
  library: LIBRARY,
  announcement: BESIDE.announcement,
}
const SHOWN = [open.case_number, filed.case_number]
const ALL_CASES = [open.case_number, hidden.case_number, filed.case_number]

/**
 * The records that each person finds by the word that all of them have, and the cases by their numbers; nobody finds
 * anything else.
 */
const FOUND: [string, Client, Partial<Record<HitKind, string[]>>, string[]][] = [
  ['an administrator', admin, COLLEGE, ALL_CASES],
  ['the principal', principal, { ...COLLEGE, announcement: NEWS }, ALL_CASES],
  ['student affairs', affairs, { ...COLLEGE, announcement: NEWS }, []],
  ['the head who has filed two', hod, { ...BESIDE, ...MEDICINE, announcement: NEWS }, ALL_CASES.slice(0, 2)],
  ['the assignee', given.caller, { ...BESIDE, ...MEDICINE }, ALL_CASES],
  ['a teacher', faculty, { ...BESIDE, ...MEDICINE }, []],
  ['the head of another department', surgeon, { ...BESIDE, ...SURGERY, announcement: NEWS }, []],
  ['a clerk', clerk, { student: STUDENTS, staff: MEDICINE.staff, announcement: NEWS }, []],
  [
    'a student',
    own.caller,
    {
      task: ['Quetzal history'],
      survey: ['Quetzal survey'],
      library: ['Quetzal atlas', 'Quetzal notes'],
      announcement: ['Quetzal news'],
    },
    SHOWN,
  ],
  [
    'a student of another batch and department',
    other.caller,
    {
      task: ['Quetzal suture'],
      survey: ['Quetzal knives'],
      library: ['Quetzal atlas', 'Quetzal slides'],
      announcement: NEWS,
    },
    [],
  ],
  ['a student without a record', at.later(noRecord), {}, []],
]

/** The list and the record that each kind is read by, whatever the search says of them. */
const PATHS = Object.fromEntries(
  Object.entries(FEATURES).flatMap(([name, { hits }]) => (hits ? [[hits.kind, WALKS[name]?.found?.path]] : [])),
)

const byKind = (hits: readonly Hit[]) => {
  const kinds = Object.groupBy(hits, ({ kind }) => kind)
  return Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of.map(({ title }) => title).sort()]))
}
const sorted = (found: Partial<Record<HitKind, string[]>>) =>
  Object.fromEntries(Object.entries(found).map(([kind, titles]) => [kind, titles.toSorted()]))

describe.each(FOUND)('%s', (_, caller, found, cases) => {
  test('finds just what is theirs', async () => {
    expect(byKind(await find(caller, 'quetzal'))).toEqual(sorted(found))
  })

  test('finds a case by its number alone, in whatever form', async () => {
    for (const number of [open, hidden, filed, withdrawn].map(({ case_number }) => case_number as string)) {
      const [, year, serial] = number.split('-')
      const expected = cases.includes(number) ? [number] : []
      for (const q of [number, number.toLowerCase(), `${year}-${serial}`, `${year}-${Number(serial)}`])
        expect(byKind(await find(caller, q)).case ?? [], q).toEqual(expected)
    }
    for (const q of ['whisper', 'Quetzal secret', 'Quetzal mine']) expect(await find(caller, q)).toEqual([])
  })

  test('reads the record of each hit and has it in the list', async () => {
    const hits = [...(await find(caller, 'quetzal')), ...(await find(caller, open.case_number))]
    for (const { kind, id, title } of hits) {
      expect(made[title]).toBe(id)
      expect((await caller.get(`${PATHS[kind]}/${id}`)).status, `${kind} ${title}`).toBe(200)
      expect(await listed(caller, `${PATHS[kind]}?per_page=500`), `${kind} ${title}`).toContain(id)
    }
  })
})

test('who has no role, or has not signed in, finds nothing', async () => {
  expect((await (await at.as('no-role')).get('/search?q=quetzal')).status).toBe(403)
  expect((await at.nobody.get('/search?q=quetzal')).status).toBe(401)
})

test('rights of several roles add up', async () => {
  const both = await at.as('clerk', medicine)
  await make.giveRole(both.userId, 'faculty')
  expect(byKind(await find(both, 'quetzal'))).toEqual(sorted({ ...BESIDE, ...MEDICINE }))
})

test('whom the case is about is not told of it once it is hidden, by no number and no word', async () => {
  expect(byKind(await find(own.caller, open.case_number)).case).toEqual([open.case_number])
  await at.db.updateTable('reportings').set({ is_confidential: true }).where('id', '=', open.id).execute()
  expect(await find(own.caller, open.case_number)).toEqual([])
  await at.db.updateTable('reportings').set({ is_confidential: false }).where('id', '=', open.id).execute()
})

test('what is found of a confidential case is no reading of it', async () => {
  const reader = await at.as('principal')
  expect(await find(reader, hidden.case_number)).toEqual([
    {
      kind: 'case',
      id: hidden.id,
      title: hidden.case_number,
      detail: 'Open',
      to: `/reporting?q=${hidden.case_number}&modal=view&id=${hidden.id}`,
    },
  ])
  const told = async () => (await at.trailOf('reporting', hidden.id)).filter(({ actor }) => actor.id === reader.userId)
  expect(await told()).toEqual([])
  await reader.get(`/reportings/${hidden.id}`)
  expect(await told()).toHaveLength(1)
})
