import * as z from 'zod/mini'
import type { Criterion } from '../../shared/criteria.ts'
import { readTexts } from './texts.ts'

const Lines = z.record(z.string(), z.array(z.tuple([z.string(), z.number()])))

/** Returns the criteria of a file of texts, by the name of what has them. */
export const readCriteria = (file: string): ReadonlyMap<string, readonly Criterion[]> =>
  new Map(
    Object.entries(readTexts(file, Lines)).map(([name, lines]) => [
      name,
      lines.map(([criterion, marks]): Criterion => ({ name: criterion, marks })),
    ]),
  )

/** Returns whole marks for criteria that come to these marks, each with about the same share of its greatest. */
export function sharedOut(marks: number, criteria: readonly Criterion[]): number[] {
  let [left, of] = [marks, criteria.reduce((sum, one) => sum + one.marks, 0)]
  return criteria.map((one) => {
    const given = of === 0 ? 0 : Math.round((left * one.marks) / of)
    left -= given
    of -= one.marks
    return given
  })
}
