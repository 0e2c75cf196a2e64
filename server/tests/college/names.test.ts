import { describe, expect, test } from 'vitest'
import { unfurnished } from '../../testing/college.ts'

// Names and emails: which are taken, and what makes two of them different (docs/domain.md, "Names").

const at = await unfurnished()
const admin = await at.as('admin')
const department = await at.make.department({ name: 'Surgery' })
const batch = await at.make.batch({ name: 'Batch of 2026' })
const group = await at.make.group(batch, department)

/** The forms that name something which is there once, each with what else it needs. */
const FORMS: [string, () => Record<string, unknown>][] = [
  ['/departments', () => ({ type: 'academic' })],
  ['/designations', () => ({})],
  ['/roles', () => ({})],
  ['/batches', () => ({ current_year: '1st Year' })],
  ['/groups', () => ({ batch_id: batch, department_id: department })],
]

const HIDDEN = [
  '\u0000',
  '\u0007',
  '\u202e',
  '\u202a',
  '\u2066',
  '\u2069',
  '\u200b',
  '\ufeff',
  '\u{e0041}',
  '\u{e007f}',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180b',
  '\u180e',
  '\u2060',
  '\u2061',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufe00',
  '\ufe0f',
  '\uffa0',
  '\u{1d173}',
  '\u{e0100}',
]

describe.each(FORMS)('the name of %s', (path, more) => {
  const post = (name: string) => admin.post(path, { ...more(), name })

  test('is refused with what shows something else than it is', async () => {
    for (const character of HIDDEN)
      for (const name of [`Car${character}dio`, `${character}Cardio`, `Cardio${character}`]) {
        const { status, body } = await post(name)
        expect([status, Object.keys(body.errors ?? {})], JSON.stringify(name)).toEqual([422, ['name']])
        const reason =
          character < ' '
            ? /contains characters that cannot be stored$/
            : /contains hidden characters, as copied text sometimes does\. Please type it by hand$/
        expect(body.errors.name).toEqual([expect.stringMatching(reason)])
      }
  })

  test('keeps the joiners of Urdu and emoji, which do not make another name', async () => {
    const name = 'علم\u200cالادویہ 👩\u200d⚕️ One'
    const first = await post(name)
    expect([first.status, first.body.data?.name]).toEqual([201, name])
    for (const same of [
      name.replaceAll('\u200c', ''),
      name.replaceAll('\u200d', ''),
      `\u200f${name}\u200e`,
      name.toUpperCase(),
      name.normalize('NFD'),
    ]) {
      const { status, body } = await post(same)
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(same)).toEqual([422, ['name']])
      expect(body.errors.name[0]).toMatch(/already exists/)
    }
    expect((await post(`${name} 2`)).status).toBe(201)
  })

  test('has a letter or digit of some script, and no question marks where letters were lost', async () => {
    for (const [name, message] of [
      ['---', /must contain a letter or a digit$/],
      ['?', /must contain a letter or a digit$/],
      ['👩\u200d⚕️', /must contain a letter or a digit$/],
      [
        '????? ????',
        /has question marks where letters were lost, as converted text sometimes does\. Please type it by hand$/,
      ],
      ['Ali ????', /has question marks where letters were lost/],
      ['?? 3', /has question marks where letters were lost/],
      ['Zo\ufffd', /has question marks where letters were lost/],
    ] as const) {
      const { status, body } = await post(name)
      expect([status, body.errors], name).toEqual([422, { name: [expect.stringMatching(message)] }])
    }
    for (const name of ['七', '٣', 'ⅷ', 'Why?', 'Which one? The first', '1️⃣ ☂︎ Umbrella ❤️']) {
      const { status, body } = await post(name)
      expect([status, body.data?.name, body.errors], name).toEqual([201, name, undefined])
    }
  })
})

test('a title may ask as many times as it likes, unless it is nothing but lost letters', async () => {
  const post = (name: string) =>
    admin.post('/tasks', { name, department_id: department, group_ids: [group], type: 'Viva' })
  for (const name of ['What now??', 'Why ?? And how ???', 'Really???'])
    expect([name, (await post(name)).status]).toEqual([name, 201])
  for (const name of ['????? ????', '??'])
    expect((await post(name)).body.errors?.name).toEqual([expect.stringMatching(/letters were lost/)])
  expect((await post('!!')).body.errors?.name).toEqual(['Task name must contain a letter or a digit'])
})

describe('a role', () => {
  let helpers = 0
  test.each([
    'admin\u200d',
    'аdmin',
    'ΑDMΙΝ',
    'ａｄｍｉｎ',
    'a d m i n',
    'Adm1n',
    'admın',
    'ádmin',
    'a.d.m.i.n',
    '𝒂𝒅𝒎𝒊𝒏',
    'adrnin',
    'studеnt',
    'student affair',
    'Student_Affair',
    'faculty.',
    'fасulty',
    'c1erk',
    'Ｈ.Ｏ.Ｄ',
    'princіpal',
  ])('that reads like a built-in one is refused: %j', async (name) => {
    const { status, body } = await admin.post('/roles', { name })
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(body)).toEqual([422, ['name']])
    helpers += 1
    const made = await admin.post('/roles', { name: `Helper ${helpers} ${name}` })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const changed = await admin.put(`/roles/${made.body.data.id}`, { name })
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['name']])
  })

  test.each([
    'Administrator',
    'Faculty of arts',
    'Student affairs',
    'Clerk 2',
    'Principal secretary',
    'منتظم',
  ])('of another name is none of them: %j', async (name) => {
    expect((await admin.post('/roles', { name })).status).toBe(201)
  })
})

describe('an email', () => {
  let count = 0
  const post = (email: string) => {
    count += 1
    return admin.post('/students', { name: 'Ali', email, roll_no: `MBBS-${40_000 + count}`, batch_id: batch })
  }

  test.each([
    'a\u0000li@college.test',
    'ali\u200b@college.test',
    'ali\u200d@college.test',
    '\u202eali@college.test',
    'alí@college.test',
    'аli@college.test',
    'ali@col\u202elege.test',
    'ali@xn--ü.test',
    'ali@college..test',
    'ali@-\u00ad.test',
    'ali@col lege.test',
    'ali@ex%61mple.test',
  ])('%j is refused on its field', async (email) => {
    const { status, body } = await post(email)
    expect([status, body.errors?.email]).toEqual([422, ['Please enter a valid email address']])
  })

  test('of an international domain is kept in the form that mail servers know, and is there once', async () => {
    const { status, body } = await post('ali@Bücher.example')
    expect([status, body.data?.user.email]).toEqual([201, 'ali@xn--bcher-kva.example'])
    for (const same of ['ALI@bu\u0308cher.example', 'ali@XN--bcher-kva.example', 'ali@ｂüｃｈｅｒ.example']) {
      const again = await post(same)
      expect([again.status, again.body.errors?.email], same).toEqual([422, ['This email is already in use']])
    }
  })
})

test('an import finds a department by its name without joiners, and refuses what a form refuses', async () => {
  const name = 'علم\u200cالامراض'
  await at.make.department({ name })
  await at.db.insertInto('designations').values({ name: 'Dozent' }).execute()
  const lines = [
    'Name,Email,Department,Designation',
    `Ali,ali.staff@college.test,${name.replace('\u200c', '')},dozent`,
    'Ev\u202ee,eve@college.test,Surgery,Dozent',
    'Zed,zed\u200b@college.test,Surgery,Dozent',
    'Max,MAX@bücher.example,Surgery,Dozent',
  ]
  await at.make.user({ email: 'max@xn--bcher-kva.example' })
  const form = new FormData()
  form.set('file', new Blob([lines.join('\n')]), 'a.csv')
  const { body } = await admin.upload('/imports/staff/preview', form)
  expect(body.data.rows.map(({ errors }: { errors: object }) => Object.keys(errors))).toEqual([
    [],
    ['name'],
    [],
    ['email'],
  ])
  // A mark that nobody sees came along from another program.
  expect(body.data.rows[2].values.email).toBe('zed@college.test')
  expect(body.data.rows[3].errors.email).toEqual(['This email is already in use'])
})
