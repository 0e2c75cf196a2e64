import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { counted } from '../../../shared/labels.ts'
import { RESTORED } from '../../machine/archive-spool.ts'
import type { Account } from '../../machine/process.ts'
import { firstUnknownMigration } from '../verify.ts'
import { type Base, dataOf, PLATFORM, readBases } from './base.ts'
import { coversOf, type Reach, reachesOf, reachOf } from './cover.ts'
import { coverText, localText } from './instants.ts'
import { isHistory, LOG, type Segment, segmentOf, storedName } from './names.ts'
import { namesIn, type Place } from './place.ts'
import { unpack } from './tar.ts'

/** The wish of a restore, told to the process that fetches. */
export interface FetchAsked {
  directory: string
  /** The user that goes on, where this one is root. */
  account: Account | null
  instant: string | undefined
  installation: string | undefined
  /** The key of a bucket's archive; without it the directory's is taken. */
  identity: string | undefined
}
export type FetchResult = Fetched | { failure: string }

export interface Fetched {
  /** The name of the archive in its place. */
  archive: string
  base: Base
  segments: number
  /** Everything until this instant is there; of what came later nothing is replayed. */
  until: string
}

interface Fetching {
  place: Place
  /** An empty directory for the cluster. */
  directory: string
  /** Undefined: all that there is. */
  instant: string | undefined
  zone: string
  /** The major version of PostgreSQL that this program brings. */
  postgres: string
  say(line: string): void
}

async function segmentsIn(place: Place): Promise<Segment[]> {
  const names = await namesIn(place, LOG)
  return names.map((name) => segmentOf(name.slice(LOG.length))).filter((one) => one !== undefined)
}

/** @throws Error with one line for people where the files are of another program or machine */
function refuseOther({ postgres, platform, migrations, product }: Base, ours: string): void {
  if (postgres !== ours || platform !== PLATFORM)
    throw new Error(
      `the archive is of PostgreSQL ${postgres} on ${platform}, and this is ${ours} on ${PLATFORM}: ` +
        'its files can be restored there only; a backup of npm run backup goes anywhere',
    )
  if (firstUnknownMigration(migrations) !== undefined)
    throw new Error(`the archive is of a newer Clinical eLog (${product}): restore it with that version`)
}

/** Finds how an instant is reached. @throws Error with one line for people, which names the cover */
function choose(reaches: Reach[], { instant, zone, place }: Fetching): Reach[] {
  if (reaches.length === 0) throw new Error(`${place.name} holds no archive that can be restored yet`)
  const all = instant === undefined ? reaches.toSorted((a, b) => (a.to < b.to ? -1 : 1)).slice(-1) : reaches
  const wanted = instant ?? all.at(-1)?.to ?? ''
  const found: Reach[] = []
  for (const one of all.toReversed()) {
    const reach = reachOf([one], wanted)
    if (reach) found.push(reach)
  }
  if (found.length > 0) return found
  const where = `the archive does not cover ${localText(wanted, zone)}`
  throw new Error(`${where}: ${coverText(coversOf(reaches), zone)}`)
}

class Damaged extends Error {}

/** Throws what is no damage: a full disk, a bucket that is away. */
function refuseTrouble(error: unknown): void {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT' || message?.startsWith('the bucket ')) throw error
}

async function fetchBase({ place, directory }: Fetching, base: Base): Promise<void> {
  const stored = await place.get(dataOf(base))
  if (!stored) throw new Damaged(`the base of ${base.begun} is missing`)
  const hash = createHash('sha256')
  const summing = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    await pipeline(stored, summing, createZstdDecompress(), (source: AsyncIterable<Buffer>) =>
      unpack(source, directory),
    )
  } catch (error) {
    refuseTrouble(error)
    throw new Damaged(`the base of ${base.begun} is damaged`)
  }
  if (hash.digest('hex') !== base.sha256) throw new Damaged(`the base of ${base.begun} is damaged`)
}

async function fetchSegment(place: Place, segment: Segment, directory: string): Promise<boolean> {
  const stored = await place.get(`${LOG}${storedName(segment)}`)
  if (!stored) return false
  const hash = createHash('sha256')
  const summing = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      hash.update(piece)
      yield piece
    }
  }
  const target = createWriteStream(join(directory, segment.name), { flags: 'w', mode: 0o600 })
  try {
    await pipeline(stored, createZstdDecompress(), summing, target)
  } catch (error) {
    refuseTrouble(error)
    return false
  }
  return hash.digest('hex').startsWith(segment.sum)
}

async function fetchLog(fetching: Fetching, { base, segments, needed }: Reach, histories: Segment[]): Promise<void> {
  const directory = join(fetching.directory, RESTORED)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const history of histories) await fetchSegment(fetching.place, history, directory)
  let last: Segment | undefined
  for (const [index, segment] of segments.entries()) {
    if (!(await fetchSegment(fetching.place, segment, directory))) {
      if (index >= needed) {
        await rm(join(directory, segment.name), { force: true })
        return
      }
      const isEnough = last !== undefined && last.name >= base.last_segment
      const until = isEnough
        ? `restore until ${localText(last?.at ?? '', fetching.zone)} at the latest`
        : 'begin from another base'
      throw new Error(`the segment ${segment.name} of the log is damaged or missing: ${until}`)
    }
    last = segment
  }
}

/**
 * Fetches a base and the log after it, so that PostgreSQL replays it at its start. Of a damaged base, the one before is
 * taken.
 * @throws Error with one line for people
 */
export async function fetchCluster(fetching: Fetching): Promise<Omit<Fetched, 'archive'>> {
  const { place, directory, say, instant } = fetching
  const stored = await segmentsIn(place)
  const reaches = reachesOf(await readBases(place), stored)
  const histories = stored.filter(({ name }) => isHistory(name))
  const ways = choose(reaches, fetching)
  for (const [index, way] of ways.entries()) {
    refuseOther(way.base, fetching.postgres)
    try {
      say(`The base of ${localText(way.base.begun, fetching.zone)} …`)
      await fetchBase(fetching, way.base)
      say(`The log after it: ${counted(way.segments.length, 'segment')} …`)
      await fetchLog(fetching, way, histories)
      await writeFile(join(directory, 'recovery.signal'), '', { mode: 0o600 })
      return { base: way.base, segments: way.segments.length, until: instant ?? way.to }
    } catch (error) {
      if (!(error instanceof Damaged) || index === ways.length - 1) throw error
      say(`WARNING: ${error.message}; it goes on with the one before.`)
      for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true })
    }
  }
  throw new Error('there is no base')
}
