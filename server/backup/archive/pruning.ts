import type { FileStore } from '../../files/files.ts'
import { fileName } from '../manifest.ts'
import { listBases, removeBase } from './base.ts'
import { archivesIn, removeMark } from './marks.ts'
import { BASES, instantOf, LOG, segmentOf } from './names.ts'
import { namesIn, type Place } from './place.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Segments stay so much longer than by the clock they need to, which may have been set. */
const MARGIN_MS = DAY_MS

/**
 * Removes what no instant of the last days needs: the newest base before them stays, and the log from it on. A base that
 * never became whole goes after a day.
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

/** Removes the archives of this installation that were sealed to former keys, once no instant of them is kept. */
export async function pruneOthers(all: Place, own: string, days: number, now = Date.now()): Promise<void> {
  const [installation] = own.split('-')
  const first = new Date(now - (days + 1) * DAY_MS).toISOString()
  for (const name of await archivesIn(all)) {
    if (name === own || name.split('-')[0] !== installation) continue
    const bases = (await namesIn(all, `${name}/${BASES}`)).map((one) => instantOf(one.split('/')[2] ?? ''))
    if (bases.some((begun) => begun >= first)) continue
    for (const one of await namesIn(all, `${name}/`)) await all.remove(one)
    await removeMark(all, name)
  }
}

/** A store that has lost so large a share of the archive's files is not believed. */
const SHARE = 0.05

/**
 * Removes files that the store has forgotten, a month after they were set aside there.
 * @param most as many are believed in any case
 * @returns how many were removed, and how many are not believed to be forgotten
 */
export async function pruneFiles(
  place: Place,
  store: Pick<FileStore, 'keptFiles' | 'removedFiles'>,
  most: number,
): Promise<{ files: number; doubtful: number }> {
  // Listed before the store is, which may get a file meanwhile.
  const archived = await namesIn(place, fileName(''))
  const there = new Set<string>()
  for await (const { key } of store.keptFiles()) there.add(fileName(key))
  for await (const { key } of store.removedFiles()) there.add(fileName(key))
  const gone = archived.filter((name) => !there.has(name))
  if (gone.length > Math.max(most, archived.length * SHARE)) return { files: 0, doubtful: gone.length }
  for (const name of gone) await place.remove(name)
  return { files: gone.length, doubtful: 0 }
}
