import type { Cover } from './cover.ts'

/** The word for all that is in the archive. */
export const LATEST = 'latest'

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

const inIso = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString()

/**
 * Reads what somebody typed: a time of the college's clock, or one with its distance from UTC.
 * @returns the instant in ISO; undefined for `latest`
 * @throws Error with one line for people
 */
export function instantIn(text: string, zone: string): string | undefined {
  if (text === LATEST) return undefined
  const wrong = (why: string) =>
    new Error(`${text} ${why}: write a time of the college's clock, as "2026-11-26 10:47", or with Z as one of UTC`)
  try {
    if (ABSOLUTE.test(text)) return inIso(Temporal.Instant.from(text.replace(' ', 'T')))
    const [, day, time] = LOCAL.exec(text) ?? []
    if (!day || !time) throw wrong('is no time')
    const plain = Temporal.PlainDateTime.from(`${day}T${time}`)
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      plain.toZonedDateTime(zone, { disambiguation }),
    )
    if (!earlier || !later || !earlier.equals(later))
      throw wrong(`is no one time in ${zone}, where the clock was changed`)
    return inIso(earlier.toInstant())
  } catch (error) {
    if (error instanceof RangeError) throw wrong('is no time')
    throw error
  }
}

/** Writes an instant by the college's clock, to the second. */
export function localText(instant: string, zone: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
}

/** Says from when to when there is cover. */
export function coverText(covers: readonly Cover[], zone: string): string {
  if (covers.length === 0) return 'nothing in it can be restored yet'
  const each = covers.map(({ from, to }) => `from ${localText(from, zone)} to ${localText(to, zone)}`)
  return `it can restore ${each.join(', and ')} (${zone})`
}
