/** An event as a calendar program reads it: property → value, and `DTSTART;TZID=…` with its parameters. */
export type Event = Record<string, string>

/** The events of an iCalendar file: lines put together again where they were folded. */
export function eventsIn(text: string): Event[] {
  const lines = text.replace(/\r\n /g, '').split('\r\n')
  const events: Event[] = []
  let open: Event | undefined
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') open = {}
    else if (line === 'END:VEVENT' && open) {
      events.push(open)
      open = undefined
    } else if (open) {
      const at = line.indexOf(':')
      open[line.slice(0, at)] = line.slice(at + 1)
    }
  }
  return events
}
