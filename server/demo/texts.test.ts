import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readTexts } from './texts.ts'

test('a wrong text is told with its file and its place', () => {
  const schema = z.looseObject({ sheets: z.array(z.number()) })
  expect(() => readTexts('sentences', schema)).toThrow(
    /texts.sentences\.json is wrong: .*expected number, received string\n.*sheets\[0\]/,
  )
})

test('a missing file is told by its name', () => {
  expect(() => readTexts('none', z.unknown())).toThrow(/texts.none\.json is wrong: Error: ENOENT/)
})
