// Names in an archive: `log/` has the segments of the write-ahead log, `bases/` copies of the whole cluster to begin
// from, `files/` the stored files by their keys.

/** A segment of the log, or the history of a timeline, as it lies in the archive. */
export interface Segment {
  /** PostgreSQL's name of it. */
  name: string
  /** The instant at which it was finished: everything committed before is in it or in an earlier one. */
  at: string
  /** The first half of the SHA-256 of its bytes, in hex. */
  sum: string
}

const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
const STORED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)@(\d{4}-\d{2}-\d{2}T[\d.-]+Z)@([0-9a-f]{32})\.zst$/

export const LOG = 'log/'
export const BASES = 'bases/'
export const RESPONSES_KEY = 'responses-key.txt'

export const isSegment = (name: string) => SEGMENT.test(name)
export const isHistory = (name: string) => HISTORY.test(name)

/** Writes an instant for a name, which sorts by time. */
export const stampOf = (instant: string) => instant.replaceAll(':', '-')
/** Reads an instant out of a name. */
export const instantOf = (stamp: string) => stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')

export const storedName = ({ name, at, sum }: Segment) => `${name}@${stampOf(at)}@${sum}.zst`

/** Returns the segment of a stored name; undefined where it is another thing. */
export function segmentOf(stored: string): Segment | undefined {
  const [, name, stamp, sum] = STORED.exec(stored) ?? []
  return name && stamp && sum ? { name, at: instantOf(stamp), sum } : undefined
}

/** The bytes of a segment, as initdb makes it. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const PER_FILE = 0x1_0000_0000 / SEGMENT_BYTES

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** Returns the name of the segment that follows on the same timeline. */
export function nextSegment(name: string): string {
  const [timeline, file, part] = [name.slice(0, 8), Number(`0x${name.slice(8, 16)}`), Number(`0x${name.slice(16)}`)]
  return part + 1 < PER_FILE ? `${timeline}${hex(file)}${hex(part + 1)}` : `${timeline}${hex(file + 1)}${hex(0)}`
}
