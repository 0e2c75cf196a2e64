import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { makeReport } from './pdf.ts'
import { Paper } from './text.ts'

const LONGEST = 5000
const repeated = (text: string) => text.repeat(Math.ceil(LONGEST / text.length)).slice(0, LONGEST)
const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HAN = '临床医学院见习报告内外科儿妇产眼耳鼻喉神经心血管'
const KOREAN = '임상의학원실습보고서내외과소아산부인안이비후신경심혈관'
const URDU = 'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءیے'

/** Letters in no order, and others for each `seed`. */
function* lettersFrom(alphabet: string, seed: number): Generator<string> {
  for (let state = seed + 1; ; state = (state * 48_271) % 2_147_483_647) yield alphabet[state % alphabet.length] ?? ''
}
const jumbled = (alphabet: string, seed: number) => lettersFrom(alphabet, seed).take(LONGEST).toArray().join('')

async function printed(texts: string[]) {
  const columns = [
    { label: 'No.', share: 0.57 },
    { label: 'Text', share: 0.43 },
  ]
  const table = { columns, rows: texts.map((text, index) => [`Row ${index}`, text]), empty: '' }
  const report = { college: 'College', title: 'Long', date: '7 Mar 2026', facts: [], parts: [{ table }] }
  return textOfPdf(await makeReport(report)).flat()
}

const paper = new Paper({})
const STYLE = { size: 9, weight: 'regular', colour: '#000000' } as const
const WIDTH = 212

test.each([
  ['wide letters', repeated('W')],
  ['narrow letters', repeated('i')],
  ['letters of all widths', jumbled(LATIN, 1)],
  ['Urdu', jumbled(URDU, 1)],
  ['Arabic digits', repeated('۱۲۳')],
  ['two scripts', jumbled(URDU + LATIN, 1)],
  ['pictures', repeated('😀')],
  ['pictures of several letters', '👨‍👩‍👧'.repeat(600)],
  ['Chinese', jumbled(HAN, 1)],
  ['Korean', jumbled(KOREAN, 1)],
  ['letters without a width', `${repeated('\u200d').slice(2)}ab`],
])('a word of 5000 letters is broken into lines that are full and no fuller: %s', (_name, word) => {
  const lines = paper.linesOf(word, STYLE, WIDTH).map(({ text }) => text)
  expect(lines.join('')).toBe(word)
  const widths = lines.map((line) => paper.widthOf(line, STYLE))
  expect(Math.max(...widths)).toBeLessThanOrEqual(WIDTH)
  for (const width of widths.slice(0, -1)) expect(width).toBeGreaterThan(WIDTH * 0.9)
})

test('thirty cells of 5000 letters without a space are printed, in whatever script', async () => {
  const words = Array.from({ length: 10 }, (_, seed) => [
    jumbled(LATIN, seed),
    jumbled(URDU, seed),
    repeated('WXYZMNOPQR'[seed] ?? ''),
  ]).flat()
  const lines = await printed(words)
  const text = lines.map((line) => line.text).join('\n')
  for (const index of words.keys()) expect(text).toMatch(new RegExp(`^Row ${index} \\| `, 'm'))
  expect(text.match(/W/g)?.length).toBeGreaterThan(LONGEST)
})

test('the fonts for Korean are read for Korean letters alone, and those for Chinese and emoji not for these', () => {
  const fontsOf = (...texts: string[]) => {
    const fresh = new Paper({})
    for (const text of texts)
      for (const weight of ['regular', 'bold'] as const) fresh.widthOf(text, { ...STYLE, weight })
    const { _fontFamilies: families } = fresh.doc as unknown as { _fontFamilies: object }
    return [...new Set(Object.keys(families).map((name) => name.split('-')[1]))].sort()
  }
  // With letters that no font has.
  expect(fontsOf('Ali', HAN, URDU, '見習 かなカナ', '👍🏽', '\u{12000}')).not.toContain('korean')
  expect(fontsOf(`Ali ${KOREAN}`, '\u1140\u1161')).toEqual(expect.arrayContaining(['korean', 'plain']))
  expect(fontsOf(`Ali ${KOREAN}`, '\u1140\u1161')).not.toEqual(expect.arrayContaining(['han']))
})

test('how words were set is not kept for ever', () => {
  const { doc } = paper
  const { _fontFamilies: families } = doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
  const kept = () =>
    [...new Set(Object.values(families))].flatMap(({ layoutCache }) => Object.keys(layoutCache ?? {})).join('').length
  const most = Array.from({ length: 12 }, (_, seed) => {
    paper.linesOf(jumbled(LATIN, seed).replace(/.{5}/g, '$& '), STYLE, WIDTH)
    return kept()
  })
  expect(Math.max(...most)).toBeGreaterThan(20_000)
  expect(Math.max(...most)).toBeLessThan(50_000)
})

test('all lines of a paragraph are read from the side of its first letter', () => {
  const sides = (text: string) => [...new Set(paper.linesOf(text, STYLE, 60).map(({ isFromRight }) => isFromRight))]
  expect(sides('وارڈ میں غیر حاضر Absent from the ward')).toEqual([true])
  expect(sides('Evidence: ثبوتثبوتثبوتثبوت.txt')).toEqual([false])
  expect(sides('Ward\nوارڈ')).toEqual([false, true])
})
