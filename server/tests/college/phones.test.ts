import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Hit } from '../../../shared/contract/search.ts'
import { folded } from '../../../shared/folding.ts'
import { phoneKey } from '../../core/phones.ts'
import type { Client } from '../../testing/app.ts'
import { furnished, listed } from '../../testing/college.ts'
import { countFrom, next } from '../../testing/make/adding.ts'

// A phone number is searched by its digits, in whatever spelling (docs/decisions/0020-names.md).

const { at, admin, principal, hod, medicine, surgery, batch, wards } = await furnished()
const { make } = at
// People’s emails carry numbers, which must not be those that nobody is to be found by.
const soFar = next()
countFrom(711_100)
// The files that run after this one make roll numbers of five digits from the same count.
afterAll(() => countFrom(soFar))

const path = (base: string, q: string) => `${base}${base.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
const found = (caller: Client, base: string, q: string) => listed(caller, path(base, q))
const hits = async (caller: Client, q: string): Promise<Hit[]> => (await caller.get(path('/search', q))).body.data
const idsOf = (kind: Hit['kind'], all: readonly Hit[]) => all.filter((hit) => hit.kind === kind).map(({ id }) => id)

const ALI = '03001234567'
const ali = await make.student(batch, wards, { phone: ALI, roll_no: 'MBBS-61001' })
/** The roll number's digits stand in the number of somebody else. */
const other = await make.student(batch, wards, { phone: '+923336100199', roll_no: 'MBBS-61002' })
const abroad = await make.student(batch, wards, { phone: '+971501234000', roll_no: 'MBBS-61003' })
/** Landlines with zeros, and with 92 in front. */
const landline = await make.student(batch, wards, { phone: '0423000567', roll_no: 'MBBS-61004' })
const nowshera = await make.student(batch, wards, { phone: '0923561778', roll_no: 'MBBS-61005' })
await make.student(batch, wards, { phone: null, roll_no: 'MBBS-61006' })

const designation_id = await make.designation({ name: 'Keeper' })
const colleague = async (name: string, department: number, phone: string) => {
  const id = await make.staff(await make.user({ name }), department, { designation_id, phone })
  return id
}
const physician = await colleague('Plain Physician', medicine, '+923219876543')
const surgeon = await colleague('Plain Surgeon', surgery, '03219876549')

const SPELLINGS = [
  ALI,
  '0300-1234567',
  '0300 123 45 67',
  '(0300) 1234567',
  '0300.1234567',
  '0300\u20131234567',
  '+92 300 1234567',
  '+923001234567',
  '+92 (0)300 1234567',
  '00923001234567',
  '0092 300 1234567',
  '923001234567',
  '92 300 1234567',
  '3001234567',
  '300-123-4567',
  '۰۳۰۰۱۲۳۴۵۶۷',
  '٠٣٠٠ ١٢٣٤٥٦٧',
  '＋92\u00a0300\u20111234567',
]

describe('a number in whatever spelling', () => {
  test.each(SPELLINGS)('%s finds who has it, alone', async (q) => {
    expect(phoneKey(q)).toBe('3001234567')
    for (const base of ['/students', `/student-batches/batch/${batch}`, `/students?batch_id=${batch}`])
      expect((await admin.get(path(base, q))).body.meta.total, base).toBe(1)
    expect(await found(admin, '/students', q)).toEqual([ali.id])
    expect(await found(admin, `/students/department/${medicine}`, q)).toEqual([ali.id])
    expect((await hits(admin, q)).map(({ id }) => id)).toEqual([ali.id])
  })

  test.each([
    ['0300', [ali.id]],
    ['0300-12', [ali.id]],
    ['+92 300', [ali.id]],
    ['0092300', [ali.id]],
    ['923001', [ali.id]],
    ['3456', [ali.id]],
    ['34-56', [ali.id]],
    ['۳۴۵۶', [ali.id]],
    ['1234', [ali.id, abroad.id]],
    ['+971 50', [abroad.id]],
    ['00971501234000', [abroad.id]],
    ['971501234000', [abroad.id]],
    ['0567', [landline.id]],
    ['00567', [landline.id]],
    ['0923561', [nowshera.id]],
    ['923561778', [nowshera.id]],
  ])('%s finds whose number has it', async (q, ids) => {
    expect((await found(admin, '/students', q)).toSorted()).toEqual(ids.toSorted())
    expect(idsOf('student', await hits(admin, q)).toSorted()).toEqual(ids.toSorted())
  })

  test.each([
    '345',
    '030',
    '+92',
    '0092',
    '+92 3',
    '03001234568',
    '+92 1234',
    '+44 1234',
    '4567 3001',
    '0300 12x',
    '+.',
  ])('%s finds nobody by a number', async (q) => {
    expect(await found(admin, '/students', q)).toEqual([])
    expect(idsOf('student', await hits(admin, q))).toEqual([])
  })

  test('that is the digits of a roll number finds both, the roll number first', async () => {
    const beginning = await make.student(batch, undefined, { phone: '06100377777', roll_no: 'MBBS-61007' })
    expect((await found(admin, '/students', '61001')).toSorted()).toEqual([ali.id, other.id].toSorted())
    expect(idsOf('student', await hits(admin, '61001'))).toEqual([ali.id, other.id])
    await at.db.updateTable('users').set({ name: 'Aaa First' }).where('id', '=', beginning.userId).execute()
    expect(idsOf('student', await hits(admin, '61003'))).toEqual([abroad.id, beginning.id])
  })

  test('follows a change of the number, and its removal', async () => {
    const one = await make.student(batch, undefined, { phone: '03111111222' })
    await admin.put(`/students/${one.id}`, { phone: '+92 312 2222333' })
    expect(await found(admin, '/students', '0311 1111222')).toEqual([])
    expect(await found(admin, '/students', '0312-2222333')).toEqual([one.id])
    await admin.put(`/students/${one.id}`, { phone: '' })
    expect(await found(admin, '/students', '0312-2222333')).toEqual([])
  })

  test('finds in the export what the list has', async () => {
    const rows = async (base: string, q: string) =>
      (await admin.get(path(base, q))).raw.toString('utf8').trim().split(/\r?\n/).slice(1)
    expect(await rows('/students/export', '0092 300-1234567')).toEqual([expect.stringContaining('MBBS-61001')])
    expect(await rows('/staff/export', '(0321) 9876543')).toEqual([expect.stringContaining('Plain Physician')])
  })
})

describe('staff', () => {
  test('are found by their numbers, within the own department', async () => {
    for (const q of ['0321-9876', '+92 321 9876', '923219876', '9876'])
      for (const [caller, ids] of [
        [admin, [physician, surgeon]],
        [principal, [physician, surgeon]],
        [hod, [physician]],
      ] as const) {
        expect((await found(caller, '/staff', q)).toSorted(), q).toEqual(ids.toSorted())
        expect(idsOf('staff', await hits(caller, q)).toSorted(), q).toEqual(ids.toSorted())
      }
    expect(await found(admin, '/staff', '0321 9876549')).toEqual([surgeon])
  })

  test('are not found by a student, to whom no number is shown; a student finds the own', async () => {
    const student = await at.of(ali.userId)
    for (const q of ['03219876543', '+923219876543', '9876', '0321']) {
      expect(await found(student, '/staff', q)).toEqual([])
      expect(await hits(student, q)).toEqual([])
    }
    expect(await found(student, '/students', '0333-6100199')).toEqual([])
    expect(await found(student, '/students', '+92 300 1234567')).toEqual([ali.id])
  })
})

test('an exact number comes first, before other kinds', async () => {
  // Students stand before staff where none is just what was typed.
  await make.student(batch, undefined, { phone: '+9232198765430' })
  const kindsOf = async (q: string) => (await hits(admin, q)).map(({ kind }) => kind)
  expect(await kindsOf('0321-987654')).toEqual(['student', 'staff', 'staff'])
  expect(await kindsOf('+92-321-9876543')).toEqual(['staff', 'student'])
})

describe('code and database have one key', () => {
  const keysBy = async (texts: readonly string[]) => {
    const { rows } = await sql<{ key: string | null }>`select phone_key(folded(text)) as key
      from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`.execute(at.db)
    return rows.map((row) => row.key)
  }
  const same = async (texts: readonly string[]) =>
    expect(await keysBy(texts)).toEqual(texts.map((text) => phoneKey(text) ?? null))

  test('of a folded text and one that is not', () => {
    for (const text of SPELLINGS) expect(phoneKey(folded(text))).toBe('3001234567')
  })

  test('of every spelling', () =>
    same([
      ...SPELLINGS,
      '\u202a+92\u00a0300\u00a01234567\u202c',
      ...[
        '',
        '+',
        '0',
        '00',
        '+92',
        '0092',
        '+920',
        '920300123456',
        '003001234567',
        '0030012345678',
        '+0300',
        '000300',
      ],
      ...['12', '0300', '+92 42 357612345', 'none', '0300 ext 5', '0300/0321', '1'.repeat(20), '1'.repeat(21), '++92'],
      ...[
        '923001234567',
        '92300123456',
        '9230012345678',
        '0423000567',
        '+971501234567',
        '00971 50 1234567',
        '۰۹۲',
        '०३००',
      ],
    ]))

  test('with every character between the digits', () =>
    same(
      [
        [0x1, 0x33ff],
        [0xfe00, 0xffff],
        [0x10d00, 0x10eff],
      ].flatMap(([from = 0, to = 0]) =>
        Array.from({ length: to - from + 1 }, (_, n) => `0300${String.fromCodePoint(from + n)}1234567`),
      ),
    ))

  test('whatever is written', async () => {
    const piece = fc.constantFrom(
      '+',
      '0',
      '00',
      '92',
      '3',
      '300',
      '1234567',
      '9',
      ' ',
      '-',
      '(0)',
      '.',
      '\u2013',
      '۰',
      '٩',
      'x',
    )
    const texts = fc.sample(fc.array(piece, { maxLength: 9 }), { numRuns: 6000, seed: 48 }).map((all) => all.join(''))
    await same(texts)
    expect(texts.filter((text) => phoneKey(text) !== undefined).length).toBeGreaterThan(1000)
  })
})
