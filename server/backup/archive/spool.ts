import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'
import { LETTING_GO, SPOOL } from '../../machine/archive-spool.ts'
import { readSummed, syncDirectory, writeSummed } from '../writing.ts'
import { isHistory, isSegment, LOG, nextSegment, SEGMENT_BYTES, type Segment, segmentOf, storedName } from './names.ts'
import type { Place } from './place.ts'

/** Lies in the spool from a gap in the log on until a new base is in the archive. */
const GAP = 'gap'
/** The last segment that was sent, and the instant up to which everything is in the archive by that. */
const SENT = 'sent.txt'
const PACKED = 'packed'

/** PostgreSQL asks again for a segment whose archiving was cut off; another one under its name is another history. */
const strange = (name: string) =>
  new Error(`${name} is in the archive with another content: does a second server use this place?`)

const namesAt = (path: string) => readdir(path).catch(() => [] as string[])

/** The state of the spool. */
export interface Waiting {
  /** Bytes of all that waits, also of what PostgreSQL has not put into the spool yet. */
  bytes: number
  /** The instant from which on nothing was sent; undefined: nothing waits. */
  since: number | undefined
}

/** Packs and sends what PostgreSQL has put into the spool of its cluster. */
export function spoolOf(cluster: string) {
  const spool = join(cluster, SPOOL)
  const packed = join(spool, PACKED)
  const signal = new AbortController().signal

  async function packOne(name: string): Promise<void> {
    const raw = join(spool, name)
    const [{ sha256 }, { mtime }] = await Promise.all([readSummed(raw), stat(raw)])
    const segment: Segment = { name, at: mtime.toISOString(), sum: sha256.slice(0, 32) }
    const path = join(packed, storedName(segment))
    if (!existsSync(path)) {
      const fresh = `${path}.new`
      await rm(fresh, { force: true })
      const packing = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
      await writeSummed(fresh, createReadStream(raw, { highWaterMark: 256 * 1024 }), { signal, packing })
      await utimes(fresh, mtime, mtime)
      await rename(fresh, path)
      await syncDirectory(packed)
    }
    await rm(raw)
  }

  const listPacked = async () =>
    (await namesAt(packed)).map((name) => segmentOf(name)).filter((one) => one !== undefined)

  const mark = async (name: string, isOn: boolean) =>
    isOn ? writeFile(join(spool, name), '', { mode: 0o600 }) : rm(join(spool, name), { force: true })

  async function readSent(): Promise<Pick<Segment, 'name' | 'at'> | undefined> {
    const [name = '', at = ''] = (await readFile(join(spool, SENT), 'utf8').catch(() => '')).trim().split(' ')
    return isSegment(name) && !Number.isNaN(Date.parse(at)) ? { name, at } : undefined
  }
  const writeSent = ({ name, at }: Segment) => writeFile(join(spool, SENT), `${name} ${at}\n`, { mode: 0o600 })

  async function sendOne(place: Place, segment: Segment): Promise<void> {
    const stored = storedName(segment)
    let isThere = false
    for await (const name of place.list(`${LOG}${segment.name}@`)) {
      if (segmentOf(name.slice(LOG.length))?.sum !== segment.sum) throw strange(segment.name)
      isThere = true
    }
    if (!isThere) await place.put(`${LOG}${stored}`, { path: join(packed, stored) })
    // A new timeline, or a piece that is missing: what follows can't be reached from an older base.
    const last = await readSent()
    if (isHistory(segment.name) || (last && segment.name > nextSegment(last.name))) await mark(GAP, true)
    if (isSegment(segment.name)) await writeSent(segment)
    await rm(join(packed, stored))
  }

  return {
    /** Packs each whole segment: an idle one of 16 MB becomes some kilobytes. */
    async pack(): Promise<void> {
      const names = (await namesAt(spool)).sort()
      const whole = names.filter((name) => isSegment(name) || isHistory(name))
      if (whole.length > 0) await mkdir(packed, { recursive: true, mode: 0o700 })
      for (const name of whole) await packOne(name)
      // A timeline's last piece and notes of backups, of which a restore knows otherwise.
      for (const name of names) if (/\.(?:partial|backup)$/.test(name)) await rm(join(spool, name))
    },
    /** Sends what is packed, in the order of the log, and removes it. @throws where the place is away */
    async send(place: Place): Promise<void> {
      const waiting = (await listPacked()).sort((a, b) => (a.name < b.name ? -1 : 1))
      for (const segment of waiting) await sendOne(place, segment)
    },
    async waiting(): Promise<Waiting> {
      const ready = (await namesAt(join(cluster, 'pg_wal/archive_status'))).filter((name) => name.endsWith('.ready'))
      const times = ready.map((name) => stat(join(cluster, 'pg_wal', name.slice(0, -'.ready'.length))))
      const raw = (await namesAt(spool)).filter((name) => isSegment(name)).map((name) => stat(join(spool, name)))
      const stored = (await namesAt(packed)).map((name) => stat(join(packed, name)))
      const found = (await Promise.allSettled([...times, ...raw, ...stored])).flatMap((one) =>
        one.status === 'fulfilled' ? [one.value] : [],
      )
      const bytes = found.reduce((sum, { size }) => sum + size, 0)
      return { bytes, since: found.length > 0 ? Math.min(...found.map(({ mtimeMs }) => mtimeMs)) : undefined }
    },
    /** Drops all that waits, and lets PostgreSQL drop what follows, until `holdOn`. */
    async letGo(): Promise<void> {
      await mkdir(spool, { recursive: true, mode: 0o700 })
      await mark(LETTING_GO, true)
      await mark(GAP, true)
      await rm(packed, { recursive: true, force: true })
      for (const name of await namesAt(spool)) if (isSegment(name)) await rm(join(spool, name), { force: true })
    },
    holdOn: () => mark(LETTING_GO, false),
    isLettingGo: () => existsSync(join(spool, LETTING_GO)),
    /** True while a new base is due. */
    hasGap: () => existsSync(join(spool, GAP)),
    closeGap: () => mark(GAP, false),
    /** The instant up to which everything is in the archive, in milliseconds. */
    sentUntil: async () => {
      const sent = await readSent()
      return sent && Date.parse(sent.at)
    },
  }
}

export type Spool = ReturnType<typeof spoolOf>
/** No bound is lower than so many segments: a busy minute is no reason to let go. */
export const LEAST_BOUND = 4 * SEGMENT_BYTES
