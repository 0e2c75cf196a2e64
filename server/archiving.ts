import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Archived, keepBases } from './archiving-bases.ts'
import { namesIn, type Place } from './backup/archive/place.ts'
import { fileSender } from './backup/archive/sent-files.ts'
import { ownKeys, ownPlace } from './backup/archive/settings-place.ts'
import { LEAST_BOUND, spoolOf, type Waiting } from './backup/archive/spool.ts'
import { SPOOL } from './machine/archive-spool.ts'
import { inRounds } from './rounds.ts'

/** Looks at the spool at least so often. */
const LOOKED_EVERY_MS = 5_000
/** Something is written, and new files are sent, at least so often: what can be restored moves on with the clock. */
const BEAT_MS = 30_000
/** A segment that waits longer is told. */
const LATE_MS = 5 * 60 * 1000

export interface ArchiveFigures {
  /** Everything until this instant is in the archive, in milliseconds. */
  sentUntil: number | undefined
  spoolBytes: number
}

export interface Archiving {
  /** Sends what there is, and makes the base that is due. */
  round(): Promise<void>
  figures(): Promise<ArchiveFigures>
  /** In words, what is wrong with it. */
  trouble(): string | undefined
  stop(): Promise<void>
}

const utc = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Sends the embedded database's log and new files to the archive as they come, and a base each day after the backup.
 * When the place is away for long it lets go, so that the disk does not fill, and begins anew with a base.
 */
export function keepArchiving({ opened, cluster, settings, store, logger, isBackingUp }: Archived): Archiving {
  const { vital } = opened
  const spool = spoolOf(cluster)
  const files = settings.FILES_URL ? undefined : fileSender(store, join(settings.DATA_DIR, 'files/kept'))
  const bases = keepBases({ opened, cluster, settings, logger, isBackingUp })
  let beaten = 0
  let known: { key: string; place: Place | undefined } | undefined
  let isIdle = false
  let failure: string | undefined
  let waits: Waiting = { bytes: 0, since: undefined }
  let sentUntil: number | undefined

  /** Opens the place anew when an administrator has chosen another one, or made another key. */
  async function placeNow(): Promise<Place | undefined> {
    const keys = await ownKeys(vital, settings)
    const key = JSON.stringify([settings.BACKUP_DIR, keys?.recipients])
    if (known?.key === key) return known.place
    const own = await ownPlace(vital, settings, { keys, scratch: join(cluster, SPOOL) })
    files?.beginAnew()
    known = { key, place: own?.place }
    return own?.place
  }

  /** The disk has half of its reserve left at the least: segments are dropped before that. */
  async function isDiskFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(cluster)
    return bavail * bsize < settings.DISK_RESERVE.bytes / 2
  }

  async function bound(): Promise<void> {
    waits = await spool.waiting()
    if (spool.isLettingGo()) return
    const most = Math.max(LEAST_BOUND, settings.DISK_RESERVE.bytes / 4)
    if (waits.bytes <= most && !(waits.bytes > 0 && failure !== undefined && (await isDiskFull()))) return
    await spool.letGo()
    waits = await spool.waiting()
    logger.error({ reason: failure, most }, 'the log was let go: what is written from now on is not archived')
  }

  /** Takes the log again, once the place answers and there is room. */
  async function holdOn(place: Place): Promise<void> {
    if (!spool.isLettingGo()) return
    await namesIn(place, 'bases/')
    if (await isDiskFull()) throw new Error('the disk of the database is nearly full')
    await spool.holdOn()
  }

  async function beat(place: Place): Promise<void> {
    if (Date.now() - beaten < Math.min(BEAT_MS, settings.ARCHIVE_SECONDS * 500)) return
    beaten = Date.now()
    await sql`select pg_logical_emit_message(true, 'clinical-elog', '')`.execute(vital)
    files?.send(place)
  }

  async function send(): Promise<void> {
    await spool.pack()
    const place = await placeNow()
    isIdle = place === undefined && settings.ARCHIVE !== 'on'
    if (isIdle) {
      // Another concern tells that no key was made yet; the log is not kept for that.
      if (!spool.isLettingGo()) await spool.letGo()
      return
    }
    if (!place) throw new Error('there is no place for it: name one as BACKUP_DIR')
    await holdOn(place)
    await spool.send(place)
    await beat(place)
    await bases.begin(place, spool)
  }

  async function archive(): Promise<void> {
    failure = await send().then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    )
    sentUntil = await spool.sentUntil()
    await bound()
  }

  const { round, stop } = inRounds(archive, Math.min(LOOKED_EVERY_MS, settings.ARCHIVE_SECONDS * 500), (error) => {
    failure = reasonOf(error)
    logger.warn({ err: error }, 'the log could not be archived')
  })

  function trouble(): string | undefined {
    if (isIdle) return undefined
    const since = sentUntil === undefined ? '' : ` What was written since ${utc(sentUntil)} can't be restored.`
    if (spool.isLettingGo()) return `It was let go, since ${failure ?? 'too much waited'}.${since}`
    if (waits.since !== undefined && Date.now() - waits.since > LATE_MS)
      return `It waits since ${utc(waits.since)}: ${failure ?? 'it is slower than what is written'}.`
    const [ofFiles, ofBase] = [files?.failure(), bases.failure()]
    if (ofFiles !== undefined) return `New files are not archived: ${ofFiles}.`
    return ofBase === undefined ? undefined : `No base to begin from was made: ${ofBase}.`
  }

  return {
    round,
    figures: async () => ({ sentUntil, spoolBytes: waits.bytes }),
    trouble,
    stop: async () => {
      await Promise.all([stop(), bases.stop(), files?.stop()])
    },
  }
}
