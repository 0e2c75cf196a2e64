import type { Days } from './rules.ts'

/** `+0500`, and with seconds where a zone has them. */
const offsetText = (at: Temporal.ZonedDateTime) => at.offset.replaceAll(':', '')

const localText = (at: Temporal.ZonedDateTime) => at.toPlainDateTime().toString().slice(0, 19).replace(/[-:]/g, '')

const part = (name: string, from: string, to: string, start: string) =>
  [`BEGIN:${name}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`, `END:${name}`].join('\n')

/**
 * Returns a zone's clock during these days, as a VTIMEZONE: its offset when they begin, and each change before they
 * end.
 */
export function timeZoneText(zone: string, { from, to }: Days): string {
  const first = Temporal.PlainDate.from(from).toZonedDateTime(zone)
  const last = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone)
  const parts = [part('STANDARD', offsetText(first), offsetText(first), '19700101T000000')]
  let next = first.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, last) < 0) {
    const before = next.subtract({ nanoseconds: 1 })
    // The start of a change is told by the clock as it stood before.
    const start = next.toInstant().toZonedDateTimeISO(before.offset)
    const name = next.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
    parts.push(part(name, offsetText(before), offsetText(next), localText(start)))
    next = next.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'].join('\n')
}
