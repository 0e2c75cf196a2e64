import { isDayText } from './days.ts'

// Reads the heading of a column of marks, which may say more of its assessment than the title: "OSPE /40 (12 Mar 2025)".

export interface SaidByHeading {
  /** The heading without its day and marks. */
  title: string
  type: 'theory' | 'practical' | null
  /** The day as it is written. */
  day: string | undefined
  total_marks: number | null
}

const BRACKETS = /[([]([^()[\]]*)[)\]]/g
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const DAY = new RegExp(
  `\\b(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)?[-/., ]*${MONTH}[-/., ]+\\d{2,4}|${MONTH}[-/., ]*\\d{1,2}(?:st|nd|rd|th)?[-/., ]+\\d{2,4})\\b`,
  'i',
)
const NUMBER = '(\\d{1,4}(?:\\.\\d{1,2})?)'
const IN_BRACKETS = new RegExp(`^(?:max(?:imum)?|out of|mm|total|/)?[ .:]*${NUMBER} *(?:marks?)?$`, 'i')
const OUT_OF = new RegExp(
  `(?:/|\\bout of|\\bmax(?:imum)?(?: marks?)?[ .:]|\\bmm[ .:]) *${NUMBER}(?: *marks?)?(?= |$)`,
  'i',
)
const MARKS_BEHIND = new RegExp(`\\b${NUMBER} *marks?$`, 'i')
/** A round number at the end is the greatest mark, unless things are counted by it: "OSPE 40", not "Test 20". */
const BARE = / (\d{2,3})$/
const COUNTED =
  /\b(?:tests?|quiz|paper|part|no|number|unit|module|block|week|stage|class|group|batch|ward|assignment|session|year|day|level|chapter|lecture)[ .#]*\d+$/i

const THEORY = /\b(?:theory|written|mcqs?|seqs?|saqs?|bcqs?)\b/i
const PRACTICAL = /\b(?:practicals?|osce|ospe|viva|oral|bedside|(?:long|short) cases?|clinicals?)\b/i

const tidy = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:,;.]+|[\s\-–—:,;]+$/g, '')
    .trim()

/** Returns the day in a heading, and the rest of it. */
function dayIn(heading: string): { day: string | undefined; rest: string } {
  for (const [whole, inner = ''] of heading.matchAll(BRACKETS))
    if (isDayText(inner.trim())) return { day: inner.trim(), rest: heading.replace(whole, ' ') }
  const [found] = DAY.exec(heading) ?? []
  return found !== undefined && isDayText(found)
    ? { day: found, rest: heading.replace(found, ' ') }
    : { day: undefined, rest: heading }
}

/** Returns the greatest marks in a heading, and the rest of it. */
function totalIn(heading: string, isWithin: (total: number) => boolean): { total: number | null; rest: string } {
  for (const [whole, inner = ''] of heading.matchAll(BRACKETS)) {
    const [, number] = IN_BRACKETS.exec(inner.trim()) ?? []
    const isSaid = number !== inner.trim() || (Number(number) >= 5 && isWithin(Number(number)))
    if (number !== undefined && isSaid) return { total: Number(number), rest: heading.replace(whole, ' ') }
  }
  const plain = tidy(heading)
  for (const pattern of [OUT_OF, MARKS_BEHIND]) {
    const [whole = '', number] = pattern.exec(plain) ?? []
    if (number !== undefined) return { total: Number(number), rest: plain.replace(whole, ' ') }
  }
  const [bare = '', digits] = BARE.exec(plain) ?? []
  const total = Number(digits ?? 0)
  if (total >= 20 && total % 5 === 0 && !COUNTED.test(plain) && isWithin(total))
    return { total, rest: plain.slice(0, -bare.length) }
  return { total: null, rest: heading }
}

/**
 * Reads a heading.
 * @param isWithin tells whether all marks below are within such a maximum
 */
export function saidByHeading(heading: string, isWithin: (total: number) => boolean): SaidByHeading {
  const { day, rest } = dayIn(heading)
  const { total, rest: left } = totalIn(rest, isWithin)
  const [isTheory, isPractical] = [THEORY.test(heading), PRACTICAL.test(heading)]
  return {
    title: tidy(left) || heading,
    type: isTheory === isPractical ? null : isTheory ? 'theory' : 'practical',
    day,
    total_marks: total !== null && total > 0 ? total : null,
  }
}
