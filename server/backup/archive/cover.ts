import type { Base } from './base.ts'
import { nextSegment, type Segment } from './names.ts'

/** All instants from one to another that an archive can restore, both in ISO. */
export interface Cover {
  from: string
  to: string
}

/** A base with the segments that follow on it without a gap. */
export interface Reach extends Cover {
  base: Base
  segments: Segment[]
  /** So many of the segments are needed; one more may do without. */
  needed: number
}

/** Follows each base along its own timeline, as far as no segment is missing. */
export function reachesOf(bases: readonly Base[], stored: readonly Segment[]): Reach[] {
  const byName = new Map(stored.map((segment) => [segment.name, segment]))
  const reaches: Reach[] = []
  for (const base of bases) {
    const segments: Segment[] = []
    let isWhole = false
    for (let name = base.first_segment; ; name = nextSegment(name)) {
      const segment = byName.get(name)
      if (!segment) break
      segments.push(segment)
      isWhole ||= name === base.last_segment
    }
    const to = segments.at(-1)?.at ?? ''
    // Without the last segment of its own making a copy is not consistent.
    if (isWhole)
      reaches.push({ base, segments, needed: segments.length, from: base.ended, to: to < base.ended ? base.ended : to })
  }
  return reaches
}

/** Joins what overlaps, the oldest first. */
export function coversOf(reaches: readonly Cover[]): Cover[] {
  const covers: Cover[] = []
  for (const { from, to } of [...reaches].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = covers.at(-1)
    if (last && from <= last.to) last.to = to > last.to ? to : last.to
    else covers.push({ from, to })
  }
  return covers
}

/** Returns the newest base from which an instant is reached, with the segments up to it. */
export function reachOf(reaches: readonly Reach[], instant: string): Reach | undefined {
  const found = reaches.findLast(({ from, to }) => from <= instant && instant <= to)
  if (!found) return undefined
  const last = found.segments.findIndex(({ at, name }) => at >= instant && name >= found.base.last_segment)
  if (last < 0) return found
  // The first commit after the instant, by which its end is told, may be in the next one.
  return { ...found, segments: found.segments.slice(0, last + 2), needed: last + 1 }
}
