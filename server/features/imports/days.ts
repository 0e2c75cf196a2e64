import { collegeToday } from '../../../shared/college-clock.ts'
import type { DateOrder, DateQuestion } from '../../../shared/contract/imports.ts'
import { isDay, writtenDay } from '../../../shared/written-day.ts'
import { asciiOf } from './written.ts'

// The days of a file. None is read by guess: it has one meaning, or the file proves its order, or its sender says so.

export interface DayCell {
  line: number
  field: string
  text: string
}

/** A cell as it was read; one with neither is no day. */
export interface ReadDay {
  day?: string
  problem?: string
}

/** A cell as it can be read by itself: for good, or as one of two days, by the order. */
type Reading = ReadDay | { days: Record<DateOrder, string | undefined>; proves: DateOrder | undefined }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONG = 'january|february|march|april|may|june|july|august|september|sept|october|november|december'
const MONTH = `(${LONG}|${MONTHS.join('|')})`
const TIME = '(?:[t ,]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]m)?)?'

const NUMBERS = new RegExp(`^(\\d{1,2}) ?[-/. ] ?(\\d{1,2}) ?[-/. ] ?(\\d{4}|\\d{2})${TIME}$`)
const YEAR_FIRST = new RegExp(`^(\\d{4}) ?[-/.] ?(\\d{1,2}) ?[-/.] ?(\\d{1,2})${TIME}(z|[-+]\\d{2}:?\\d{2})?$`)
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/., ]*${MONTH}[-/., ]+(\\d{4}|\\d{2})${TIME}$`)
const MONTH_FIRST = new RegExp(`^${MONTH}[-/., ]*(\\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\\d{4}|\\d{2})${TIME}$`)
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[ ,]+/
/** A day as spreadsheets count them, in a cell that lost its format. */
const SERIAL = /^\d{5}(?:\.\d+)?$/
const DAY_MS = 86_400_000
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 }

/** The years that a day of this field may be in: nobody here is a small child, and nobody older than ninety. */
function yearsOf(field: string): { from: number; to: number } {
  const year = Number(collegeToday().slice(0, 4))
  return field === 'date_of_birth' ? { from: year - 89, to: year - 10 } : { from: year - 60, to: year + 39 }
}

function dayOf(year: number, month: number | string, day: number | string): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

const asReading = (day: string | undefined): ReadDay => (day === undefined ? {} : { day })
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3)) + 1

/** A year of two digits is the one that makes sense for the field. */
function yearOf(written: string, field: string): number | undefined {
  if (written.length === 4) return Number(written)
  const { from, to } = yearsOf(field)
  return [1900, 2000].map((century) => century + Number(written)).find((year) => year >= from && year <= to)
}

function serialDay(text: string, field: string, is1904: boolean): Reading {
  const at = new Date(Math.floor(Number(text) - EPOCH_DAYS[is1904 ? 1904 : 1900]) * DAY_MS)
  const { from, to } = yearsOf(field)
  const isLikely = at.getUTCFullYear() >= from && at.getUTCFullYear() <= to
  return isLikely ? { day: at.toISOString().slice(0, 10) } : {}
}

function numbersDay(first: number, second: number, year: number): Reading {
  const days = { dmy: dayOf(year, second, first), mdy: dayOf(year, first, second) }
  if (first === second) return asReading(days.dmy)
  if (!days.dmy && !days.mdy) return {}
  if (first > 12) return { days, proves: 'dmy' }
  return { days, proves: second > 12 ? 'mdy' : undefined }
}

/** Matches the sign for text before a day; a number alone may be no day. */
const TEXT_SIGN = /^'(?=\d+\D)/

function readingOf({ text, field }: DayCell, is1904: boolean): Reading {
  const plain = asciiOf(text).replace(TEXT_SIGN, '').toLowerCase().replace(/\s+/g, ' ').replace(WEEKDAY, '')
  if (SERIAL.test(plain)) return serialDay(plain, field, is1904)
  const [whole, year = '', month = '', day = '', zone] = YEAR_FIRST.exec(plain) ?? []
  if (whole !== undefined) {
    if (zone !== undefined && !/[t ,]+0?0:00(?::00(?:\.0+)?)?(?:z|[-+]00:?00)$/.test(whole))
      return { problem: `${text}: write the day alone, without a time of another zone` }
    return asReading(dayOf(Number(year), month, day))
  }
  const numbers = NUMBERS.exec(plain)
  const named = DAY_FIRST.exec(plain)
  const american = MONTH_FIRST.exec(plain)
  const found = numbers ?? named ?? american
  if (!found) return {}
  const [, first = '', second = '', last = ''] = found
  const full = yearOf(last, field)
  if (full === undefined) return { problem: `${text}: write the year with four digits` }
  if (numbers) return numbersDay(Number(first), Number(second), full)
  return asReading(named ? dayOf(full, monthOf(second), first) : dayOf(full, monthOf(first), second))
}

/** Reads cells, each text once: many people share a day. */
function readingsOf(cells: readonly DayCell[], is1904: boolean): Map<DayCell, Reading> {
  const byField = new Map<string, Map<string, Reading>>()
  return new Map(
    cells.map((cell) => {
      const known = byField.getOrInsertComputed(cell.field, () => new Map())
      return [cell, known.getOrInsertComputed(cell.text, () => readingOf(cell, is1904))]
    }),
  )
}

/** Returns the year of a text that can be a day, in whatever order. */
export function yearIn(text: string, field: string): number | undefined {
  const reading = readingOf({ line: 0, field, text }, false)
  const day = 'days' in reading ? (reading.days.dmy ?? reading.days.mdy) : reading.day
  return day === undefined ? undefined : Number(day.slice(0, 4))
}

/** Returns whether a text is a day, whatever its order. */
export function isDayText(text: string): boolean {
  const reading = readingOf({ line: 0, field: '', text }, false)
  return 'days' in reading || reading.day !== undefined
}

/** Returns the first cell that proves each order, and the first that has a meaning in both. */
function evidenceOf(readings: ReadonlyMap<DayCell, Reading>) {
  const proofs: Partial<Record<DateOrder, DayCell>> = {}
  let unclear: DateQuestion | null = null
  for (const [cell, reading] of readings) {
    if (!('days' in reading)) continue
    const { proves, days } = reading
    if (proves) proofs[proves] ??= cell
    else if (days.dmy && days.mdy) unclear ??= { line: cell.line, text: cell.text, dmy: days.dmy, mdy: days.mdy }
  }
  return { ...proofs, unclear }
}

/** Says that a file has days of both orders, and where. */
function mixedProblem(...proofs: DayCell[]): string {
  const [first, second] = proofs.toSorted((a, b) => a.line - b.line).map(({ line, text }) => `line ${line} (${text})`)
  return `The file has days of both orders: ${first} and ${second}. Write this one as YYYY-MM-DD`
}

/** The days that spreadsheets show for a zero and a one, and so for a cell that refers to an empty one. */
const NO_DAYS = new Set(['1899-12-30', '1899-12-31', '1900-01-01', '1904-01-01'])
const noDay = ({ text }: DayCell) =>
  `${text} is what a spreadsheet shows for an empty day. Write the day itself, or leave the cell empty.`

export interface FileDays {
  /** The order in which days as 03/04/2006 were read. */
  order: DateOrder | null
  /** Open where nothing in the file says the order. */
  question: DateQuestion | null
  dayOf(cell: DayCell): ReadDay
}

/**
 * Reads all days of a file. `answered` is the order that the sender says; the order that the file proves goes before
 * it.
 */
export function readDays(cells: readonly DayCell[], answered: DateOrder | undefined, is1904: boolean): FileDays {
  const readings = readingsOf(cells, is1904)
  const { dmy, mdy, unclear } = evidenceOf(readings)
  const mixed = dmy && mdy ? mixedProblem(dmy, mdy) : undefined
  const proved = dmy ? 'dmy' : mdy ? 'mdy' : undefined
  const question = proved ? null : unclear
  const asked = question ? (answered ?? null) : null
  const order = mixed ? null : (proved ?? asked)

  function resolved({ text }: DayCell, days: Record<DateOrder, string | undefined>): ReadDay {
    if (mixed) return { problem: mixed }
    if (order) return asReading(days[order])
    if (!days.dmy || !days.mdy) return {}
    return { problem: `${text} may be ${writtenDay(days.dmy)} or ${writtenDay(days.mdy)}` }
  }

  return {
    order,
    question,
    dayOf: (cell) => {
      const reading = readings.get(cell) ?? {}
      const read = 'days' in reading ? resolved(cell, reading.days) : reading
      return read.day !== undefined && NO_DAYS.has(read.day) ? { problem: noDay(cell) } : read
    },
  }
}
