import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ACADEMIC } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import { SKILLS } from './skills.ts'
import { readTexts } from './texts.ts'
import { WARDS } from './wards.ts'

test('a wrong text is told with its file and its place', () => {
  const schema = z.looseObject({ sheets: z.array(z.number()) })
  expect(() => readTexts('sentences', schema)).toThrow(
    /texts.sentences\.json is wrong: .*expected number, received string\n.*sheets\[0\]/,
  )
})

test('a missing file is told by its name', () => {
  expect(() => readTexts('none', z.unknown())).toThrow(/texts.none\.json is wrong: Error: ENOENT/)
})

test.each(ACADEMIC)('the skills of %s are a logbook, with its bulk tasks among them', (department) => {
  const skills = SKILLS[department]
  expect(skills.length).toBeGreaterThanOrEqual(12)
  expect(skills.length).toBeLessThanOrEqual(20)
  for (const part of ['name', 'code', 'description'] as const)
    expect(new Set(skills.map((skill) => skill[part])).size, part).toBe(skills.length)
  expect(skills.every(({ code }) => code.slice(0, 3) === skills[0]?.code.slice(0, 3))).toBe(true)
  const counts = new Map(skills.map(({ name, usual_count }) => [name, usual_count]))
  expect(CURRICULUM[department].bulk.map(([name]) => [name, counts.get(name)])).toEqual(CURRICULUM[department].bulk)
})

test('no two departments have the same skill or the same prefix of codes', () => {
  const all = Object.values(SKILLS)
  expect(new Set(all.map(([first]) => first?.code)).size).toBe(ACADEMIC.length)
  expect(new Set(all.flat().map(({ name }) => name)).size).toBe(all.flat().length)
})

test('a share that may be observed is of use: of a skill that asks for more than watching, and at least one of it', () => {
  for (const { name, level, usual_count, observed_share } of Object.values(SKILLS).flat()) {
    if (level === 'observed') expect(observed_share, name).toBe(0)
    if (observed_share > 0) expect(Math.floor((usual_count * observed_share) / 100), name).toBeGreaterThanOrEqual(1)
  }
})

test('the places of a department begin with the wards of its postings', () => {
  for (const department of ACADEMIC)
    expect(WARDS.places[department].slice(0, 4), department).toEqual(CURRICULUM[department].wards)
})

test('nothing that is written on a ward has a number or is said twice', () => {
  const lines = [WARDS.reflections, Object.values(WARDS.feedback), WARDS.returned].flat(2)
  expect(lines.length).toBeGreaterThan(50)
  expect(new Set(lines).size).toBe(lines.length)
  // Digits of every script would be numbers of patients.
  expect(lines.filter((text) => /\p{N}/u.test(text))).toEqual([])
})
