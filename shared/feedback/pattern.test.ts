import { expect, test } from 'vitest'
import { oneOf, type Random, randomOf } from './answers.fixture.ts'
import { patternOf } from './pattern.ts'

const ATOMS = ['a', 'b', 'c', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '[a-c1]', '\\.', '\\p{Lu}', '-', '^', '$', 'ب']
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{0}']

/** Makes a pattern of JavaScript. Edges are not repeated, which is an error there too. */
function made(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random(3) }, () => {
    const isGroup = depth > 0 && random(3) === 0
    const part = isGroup ? `${oneOf(random, ['(', '(?:'])}${made(random, depth - 1)})` : oneOf(random, ATOMS)
    return /^[$^]$/.test(part) ? part : part + oneOf(random, QUANTIFIERS)
  })
  return random(4) === 0 ? `${parts.join('')}|${made(random, 0)}` : parts.join('')
}

test('a text fits a pattern when JavaScript says so', () => {
  const random = randomOf(20)
  let fitting = 0
  for (let time = 0; time < 3_000; time += 1) {
    const pattern = made(random, 2)
    const fits = patternOf(pattern)
    if (!fits) throw new Error(`${pattern} was refused`)
    const wanted = new RegExp(`^(?:${pattern})$`, 'u')
    for (let text = 0; text < 10; text += 1) {
      const sample = Array.from({ length: random(6) }, () => oneOf(random, [...'aabbc1A.- ', 'ب', '\n', '👩'])).join('')
      expect([pattern, sample, fits(sample)]).toEqual([pattern, sample, wanted.test(sample)])
      if (wanted.test(sample)) fitting += 1
    }
  }
  expect(fitting).toBeGreaterThan(1_000)
})

test.each([
  '(',
  ')',
  'a)',
  '(a',
  '[',
  '[b-a]',
  '*',
  'a**',
  'a{2,1}',
  'a{',
  'a}',
  ']',
  '\\',
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(?<name>a)',
  '(a)\\1',
  '\\k<name>',
  '\\bword',
  '\\p{Nothing}',
  '^*',
  'a'.repeat(201),
  'a{999}',
  '((a{9}){9}){9}',
  '(((){999}){999}){999}',
])('%s is not taken', (pattern) => expect(patternOf(pattern)).toBeUndefined())

test('hostile patterns and texts take no longer than harmless ones', () => {
  const text = `${'a'.repeat(4_999)}!`
  for (const pattern of ['(a+)+', '(a|a)*', '(a*)*b', '(.*a){20}', `${'a?'.repeat(90)}a*`, `(${'a*'.repeat(80)})*`]) {
    const fits = patternOf(pattern)
    const start = performance.now()
    expect([pattern, fits?.(text)]).toEqual([pattern, false])
    expect(performance.now() - start, pattern).toBeLessThan(2_000)
  }
})
