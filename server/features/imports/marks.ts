import * as z from 'zod/mini'
import { optionalDecimal } from '../../../shared/decimal-field.ts'
import { optionalText } from '../../../shared/fields.ts'
import { folded } from '../../../shared/folding.ts'
import { MARK_REMARKS_MAX } from '../../../shared/limits.ts'
import { plainHeading } from '../../documents/sheets/lines.ts'
import { type FileRow, told } from './file-row.ts'
import { asciiOf } from './written.ts'

// The marks of a file: numbers, and the words by which people write that somebody was absent.

const ABSENT = new Set(['a', 'ab', 'abs', 'abst', 'absent', 'غیرحاضر'])
const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/

const isAbsent = (text: string) => ABSENT.has(folded(text).replace(/[^\p{L}\p{N}]/gu, ''))

export const isMarkText = (text: string) => isAbsent(text) || NUMBER.test(asciiOf(text))

export interface ReadMark {
  marks: number | null
  status: 'submitted' | 'absent'
}

const NO_MARK = 'Write the marks as a number, or "Absent"'
const Marks = z.object({ marks: optionalDecimal('Marks') })

/** Returns a cell as it is stored, or why it is no mark. */
export function markOf(text: string): ReadMark | { problem: string } {
  if (isAbsent(text)) return { marks: null, status: 'absent' }
  if (!/^-?\d/.test(asciiOf(text))) return { problem: NO_MARK }
  const { data, error } = z.safeParse(Marks, { marks: asciiOf(text) })
  if (data) return { marks: data.marks ?? null, status: 'submitted' }
  return { problem: error.issues[0]?.message ?? NO_MARK }
}

/** A result as people read it. */
export const markText = ({ marks, status }: ReadMark): string | null =>
  status === 'absent' ? 'Absent' : marks === null ? null : String(marks)

/** Returns a number of an assessment, or why it is none. */
export function decimalOf(text: string, name: string): { value: number | null } | { problem: string } {
  const { data, error } = z.safeParse(z.object({ value: optionalDecimal(name) }), {
    value: asciiOf(text.replace(/\s*%$/, '')),
  })
  return data ? { value: data.value ?? null } : { problem: error.issues[0]?.message ?? `${name} must be a number` }
}

const Remarks = z.object({ remarks: optionalText('Remarks', MARK_REMARKS_MAX) })

export function remarksOf(text: string | undefined): { remarks?: string } | { problem: string } {
  if (text === undefined) return {}
  const { data, error } = z.safeParse(Remarks, { remarks: text })
  if (error) return { problem: error.issues[0]?.message ?? 'Remarks are too long' }
  return data.remarks == null ? {} : { remarks: data.remarks }
}

/** The words of a line below the headings that has the greatest marks of each column. */
const GREATEST = new Set([
  'max',
  'maxmarks',
  'maximum',
  'maximummarks',
  'outof',
  'marksoutof',
  'fullmarks',
  'totalmarks',
  'total',
  'mm',
  'کلنمبر',
])
/** Such a line stands above the students. */
const FIRST_ROWS = 2

/** Returns the line of a wide file with the greatest marks of its columns, if it has one. */
export function greatestOf(rows: readonly FileRow[], wide: readonly { field: string }[]): FileRow | undefined {
  if (wide.length === 0) return undefined
  return rows.slice(0, FIRST_ROWS).find(({ given }) => {
    const { roll_no, name, email } = given
    const words = [roll_no, name, email].filter((text) => text !== undefined)
    return words.length > 0 && words.every((text) => GREATEST.has(plainHeading(told(text))))
  })
}

/** Puts the word of such a line under a known heading, where it stands in a column that is not read, as "S.No". */
export const isGreatestWord = (text: string) => GREATEST.has(plainHeading(text))
