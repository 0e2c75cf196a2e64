import type { SealedBucket } from '../../offsite/bucket.ts'
import { FILES_LIST, MANIFEST_SUM } from '../manifest.ts'
import { linesOf } from '../stored-files.ts'
import { type Copy, type Drawer, filesUnder, listCopies, under } from './layout.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The first copy of each month is kept for so long. */
const MONTHLY_DAYS = 366

/** Returns the copies that are kept: the newest, those of so many days, and the first of each month of a year. */
export function keptOf(copies: readonly Copy[], days: number, now: Date): Copy[] {
  const whole = copies.filter(({ isWhole }) => isWhole)
  const firstOf = new Map<string, Copy>()
  for (const copy of whole) firstOf.set(copy.takenAt.toISOString().slice(0, 7), copy)
  const ageOf = ({ takenAt }: Copy) => (now.getTime() - takenAt.getTime()) / DAY_MS
  const monthly = new Set(firstOf.values())
  return whole.filter(
    (copy, index) => index === 0 || ageOf(copy) <= days || (monthly.has(copy) && ageOf(copy) <= MONTHLY_DAYS),
  )
}

interface Tidying {
  bucket: SealedBucket
  installation: string
  /** Days for which each copy is kept. */
  days: number
  now?: Date
  say(line: string): void
}

/**
 * Removes copies of this installation after their time, and the files that no kept one names. The caller alone is sending
 * for this installation: nothing else of the bucket is touched.
 * @returns the names of the copies that are gone
 */
export async function removeOldCopies({
  bucket,
  installation,
  days,
  now = new Date(),
  say,
}: Tidying): Promise<string[]> {
  const copies = await listCopies(bucket, installation)
  const kept = keptOf(copies, days, now)
  const [newest] = kept
  const old = copies.filter(
    // A half copy from after the newest one is still being sent.
    (copy) => !kept.includes(copy) && (copy.isWhole || (newest !== undefined && copy.takenAt < newest.takenAt)),
  )
  for (const copy of old) {
    // First what makes it whole: half of one must not look like a whole one.
    const closing = `${under(copy)}${MANIFEST_SUM}`
    if (copy.isWhole) await bucket.remove(closing)
    for (const name of copy.objects) if (name !== closing) await bucket.remove(name)
  }
  if (old.length === 0) return []
  const drawers = new Map(copies.map(({ keys }) => [keys, copies.filter((copy) => copy.keys === keys)]))
  for (const [keys, all] of drawers) {
    const staying = all.filter((copy) => !old.includes(copy))
    await removeFiles(bucket, { installation, keys }, staying).catch((error: unknown) =>
      // Those of other keys, as another machine had them, cannot be read here.
      say(`Files of older copies stay: ${error instanceof Error ? error.message : String(error)}.`),
    )
  }
  return old.map(({ name }) => name)
}

/** Removes the files of a drawer that no copy in it names. */
async function removeFiles(bucket: SealedBucket, drawer: Drawer, copies: readonly Copy[]): Promise<void> {
  // A copy that is under way has no list yet, and its files are not to go.
  if (copies.some(({ isWhole }) => !isWhole)) return
  const named = new Set<string>()
  for (const copy of copies) {
    const place = `${under(copy)}${FILES_LIST}`
    const list = await bucket.get(place)
    if (!list) throw new Error(`${place} is missing`)
    for await (const [key = ''] of linesOf(list, place)) named.add(`${filesUnder(drawer)}${key}`)
  }
  for await (const { name } of bucket.list(filesUnder(drawer))) if (!named.has(name)) await bucket.remove(name)
}
