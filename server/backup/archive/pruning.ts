import { listBases, removeBase } from './base.ts'
import { BASES, instantOf, LOG, segmentOf } from './names.ts'
import { namesIn, type Place } from './place.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Segments stay so much longer than by the clock they need to, which may have been set. */
const MARGIN_MS = DAY_MS

/**
 * Removes what no instant of the last days needs: the newest base before them stays, and the log from it on. What was
 * begun and never became whole goes after a day.
 */
export async function prune(
  place: Place,
  days: number,
  now = Date.now(),
): Promise<{ bases: number; segments: number }> {
  const bases = await listBases(place)
  const first = new Date(now - days * DAY_MS).toISOString()
  const oldest = bases.findLast(({ ended }) => ended <= first) ?? bases[0]
  if (!oldest) return { bases: 0, segments: 0 }
  const old = bases.filter(({ begun }) => begun < oldest.begun)
  for (const { begun } of old) await removeBase(place, begun)

  const known = new Set(bases.map(({ begun }) => begun))
  const young = new Date(now - DAY_MS).toISOString()
  const begun = (await namesIn(place, BASES)).map((name) => instantOf(name.split('/')[1] ?? ''))
  for (const one of new Set(begun)) if (!known.has(one) && one < young) await removeBase(place, one)

  const needed = new Date(Date.parse(oldest.begun) - MARGIN_MS).toISOString()
  let segments = 0
  for (const name of await namesIn(place, LOG)) {
    const segment = segmentOf(name.slice(LOG.length))
    // The histories of timelines are small, and keep a later restore from taking a number twice.
    if (!segment || segment.name.endsWith('.history') || segment.at >= needed) continue
    await place.remove(name)
    segments += 1
  }
  return { bases: old.length, segments }
}
