import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { folded } from '../../../shared/folding.ts'
import { furnished } from '../../testing/college.ts'

// The same folding decides which names are the same, in lists, in the search over everything and in imports
// (docs/decisions/0020-names.md).

const { at, admin, medicine, batch } = await furnished()

let count = 0
const student = async (name: string) => {
  count += 1
  const email = `folded${count}@college.test`
  const { status, body } = await admin.post('/students', {
    name,
    email,
    roll_no: `MBBS-${93_000 + count}`,
    batch_id: batch,
  })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.name as string
}
const titles = async (path: string, q: string) => {
  const { status, body } = await admin.get(`${path}?q=${encodeURIComponent(q)}`)
  expect([status, body.errors], q).toEqual([200, undefined])
  return body.data.map((one: { name?: string; title?: string }) => one.name ?? one.title)
}

describe('a person is found in the list and by the search over everything', () => {
  const URDU = 'مُحَمَّد کریم'
  test.each([
    ['Ayesha\u00a0Nbspkhan', 'Ayesha Nbspkhan', ['Ayesha Nbspkhan', 'ayesha\u2003nbspkhan', 'AYESHA  NBSPKHAN']],
    ['Muhammad  Twospace', 'Muhammad Twospace', ['Muhammad Twospace', 'muhammad\u202ftwospace']],
    [URDU, URDU, ['محمد کریم', 'محمد كريم', 'محمد كرىم', 'مُحَمَّد', 'محـمد', 'ﻣﺤﻤﺪ']],
    ['Zoë Łukasz Straße', 'Zoë Łukasz Straße', ['zoe', 'ZOE\u0308', 'strasse', 'ｚｏｅ']],
    ['عائشہ أحمد', 'عائشہ أحمد', ['عایشه', 'احمد']],
    ['Room ٣٤ گروپ ۵', 'Room ٣٤ گروپ ۵', ['room 34', 'گروپ 5', 'ROOM ۳۴']],
  ])('%s, kept as %s', async (name, kept, typed) => {
    expect(await student(name)).toBe(kept)
    for (const q of typed) {
      expect(await titles('/students', q), q).toEqual([kept])
      expect(await titles('/search', q), q).toEqual([kept])
    }
  })

  test('but not by other letters, and by marks alone nobody', async () => {
    await student('محمود')
    for (const path of ['/students', '/search'])
      for (const q of ['محمذ', 'مخمد', 'ـــ']) expect(await titles(path, q), q).toEqual([])
  })
})

describe.each([
  ['/departments', () => ({ type: 'academic' })],
  ['/designations', () => ({})],
  ['/roles', () => ({})],
  ['/batches', () => ({ current_year: '1st Year' })],
  ['/groups', () => ({ batch_id: batch, department_id: medicine })],
] as const)('the name of %s', (path, more) => {
  test('is taken by one that reads alike', async () => {
    const post = (name: string) => admin.post(path, { ...more(), name })
    for (const [name, alike] of [
      ['Zeta Circle', ['Zeta\u00a0Circle', 'Zeta  Circle', 'ZETA\u3000circle', 'Ｚeta Circle', 'Zéta Circle']],
      ['کلینیکی ۳', ['كلينيكى 3', 'کلینیکی\u200c ٣', 'کَلینیکی ۳', 'کلینیـکی ۳']],
    ] as const) {
      const first = await post(name)
      expect([first.status, first.body.errors]).toEqual([201, undefined])
      for (const other of alike) {
        const { status, body } = await post(other)
        expect([status, body.errors?.name?.[0]], JSON.stringify(other)).toEqual([
          422,
          expect.stringMatching(/already exists/),
        ])
      }
    }
    expect((await post('Zeta Circles')).status).toBe(201)
  })
})

test('an import finds batch, department and designation by the same folding', async () => {
  await at.make.batch({ name: 'MBBS 2026' })
  await at.make.department({ name: 'امراضِ قلب' })
  await at.make.designation({ name: 'Médecin chef' })
  const preview = async (kind: string, lines: string[]) => {
    const form = new FormData()
    form.set('file', new Blob([lines.join('\n')]), 'a.csv')
    const { body } = await admin.upload(`/imports/${kind}/preview`, form)
    return body.data.rows.map(({ outcome, errors }: { outcome: string; errors: object }) => [outcome, errors])
  }
  expect(
    await preview('students', [
      'Roll Number,Name,Email,Batch',
      'MBBS-26926,Batch Nbsp,t926@example.test,mbbs\u00a02026',
    ]),
  ).toEqual([['create', {}]])
  expect(
    await preview('staff', ['Name,Email,Department,Designation', 'Ali,t1@example.test,امراض قلب,MEDECIN  CHEF']),
  ).toEqual([['create', {}]])
})

describe('code and database fold alike', () => {
  const foldedBy = async (texts: readonly string[]) => {
    const { rows } = await sql<{ folded: string }>`select folded(text) as folded
      from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`.execute(at.db)
    return rows.map((row) => row.folded)
  }

  // Characters that Unicode has added since 2017 are left out: the tables of some servers lack them.
  const RANGES: [number, number][] = [
    [0x1, 0x1c7f],
    [0x1cd0, 0x2c2e],
    [0x3000, 0x33ff],
    [0xac00, 0xac40],
    [0xf900, 0xffff],
    [0x10400, 0x1044f],
    [0x11000, 0x11fff],
    [0x1d100, 0x1d7ff],
    [0x1e900, 0x1f9ff],
    [0xe0000, 0xe01ff],
  ]

  test('every character of the scripts that people here write, alone and within a word', async () => {
    const texts = RANGES.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
    ).flatMap((character) => [character, `a${character}ی`])
    expect(await foldedBy(texts)).toEqual(texts.map(folded))
  })

  test('whatever stands beside each other', async () => {
    const character = fc.oneof(
      fc.constantFrom(
        ...'aÉßİıΣς iيىیكکہهةۃأئٱـ٣۵५９',
        '\u064e',
        '\u0651',
        '\u0301',
        '\u0300',
        '\u0323',
        '\u200c',
        '\u200d',
      ),
      fc.constantFrom(
        '\u00a0',
        '\u3000',
        '\t',
        '\n',
        '  ',
        '\u2028',
        '\u1680',
        'ﷺ',
        'ﻼ',
        '½',
        '…',
        '각',
        'が',
        'हि',
        '👩\u200d⚕️',
      ),
      fc
        .oneof(...RANGES.map(([from, to]) => fc.integer({ min: from, max: to })))
        .map((point) => String.fromCodePoint(point)),
    )
    const texts = fc
      .sample(fc.array(character, { maxLength: 8 }), { numRuns: 4000, seed: 35 })
      .map((all) => all.join(''))
    expect(await foldedBy(texts)).toEqual(texts.map(folded))
    // Folding a folded text changes nothing: a column of folded text can be compared with a folded one.
    expect(texts.filter((text) => folded(folded(text)) !== folded(text))).toEqual([])
  })
})
