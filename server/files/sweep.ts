import { dayOfRemoval, type FileStore, type RemovedFile } from './files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** An upload in progress has a file before its row: what is younger is left alone. */
const ORPHAN_AGE_MS = DAY_MS
/** More than this share of all files, and more than `most`, are never nobody's: rather the database is not theirs. */
const SHARE = 0.01
const BATCH = 500

/** The sweep found what it must not decide. */
export class SweepStopped extends Error {}

export interface SweepCounts {
  seen: number
  setAside: number
  broughtBack: number
  forgotten: number
}

interface SweepOptions {
  /** Which of some keys a row knows. */
  knownAmong(keys: string[]): Promise<Set<string>>
  /** Which of some keys are to be set aside although a row knows them. */
  setAsideAmong?(keys: string[]): Promise<Set<string>>
  /** Files without a row that are set aside however few files there are. */
  most: number
  /** The days that a file set aside is kept. */
  keptDays: number
  now?: Date
  signal?: AbortSignal
}

/** Gathers `files` in batches and gives each with whether a row knows it. */
async function* withRows<T extends { key: string }>(
  files: AsyncIterable<T>,
  { knownAmong, setAsideAmong, signal }: SweepOptions,
): AsyncGenerator<{ file: T; isKnown: boolean; isToGo: boolean }> {
  let batch: T[] = []
  const ask = async () => {
    signal?.throwIfAborted()
    const keys = batch.map(({ key }) => key)
    const known = await knownAmong(keys)
    const toGo = await setAsideAmong?.(keys)
    const answered = batch.map((file) => {
      const isToGo = toGo?.has(file.key) ?? false
      return { file, isKnown: known.has(file.key) && !isToGo, isToGo }
    })
    batch = []
    return answered
  }
  for await (const file of files) if (batch.push(file) === BATCH) yield* await ask()
  if (batch.length > 0) yield* await ask()
}

interface KeptFiles {
  seen: number
  /** Keys that are to be set aside although a row knows them: a server that was killed has not come to it. */
  toGo: string[]
  /** Keys that no row knows. */
  orphans: string[]
}

/** Counts the kept files, and finds those that are to be set aside. */
async function countKept(store: FileStore, options: SweepOptions, before: number): Promise<KeptFiles> {
  const kept: KeptFiles = { seen: 0, toGo: [], orphans: [] }
  for await (const { file, isKnown, isToGo } of withRows(store.keptFiles(), options)) {
    kept.seen += 1
    if (isToGo) kept.toGo.push(file.key)
    else if (!isKnown && file.at.getTime() < before) kept.orphans.push(file.key)
  }
  return kept
}

/**
 * Puts kept files that no row knows into `removed/<today>`, brings back from there what a row knows again, and deletes
 * what has been there for `keptDays`. Nothing is moved before all files have been counted.
 * @throws SweepStopped when suspiciously many files have no row
 */
export async function sweepFiles(store: FileStore, options: SweepOptions): Promise<SweepCounts> {
  const { now = new Date(), most, keptDays, signal } = options
  const swept: SweepCounts = { seen: 0, setAside: 0, broughtBack: 0, forgotten: 0 }

  const removed: RemovedFile[] = []
  for await (const { file, isKnown } of withRows(store.removedFiles(), options)) {
    if (!isKnown) removed.push(file)
    else {
      await store.bringBack(file)
      swept.broughtBack += 1
    }
  }

  const { seen, toGo, orphans } = await countKept(store, options, now.getTime() - ORPHAN_AGE_MS)
  swept.seen = seen
  if (orphans.length > most && orphans.length > seen * SHARE)
    throw new SweepStopped(
      `The files are not swept: ${orphans.length} of ${seen} are known to no record of the database. ` +
        'Is it an older one? Restore database and files from the same backup. ' +
        `If it is right, SWEEP_MOST=${orphans.length} at one start sets them aside.`,
    )
  for (const key of [...toGo, ...orphans]) {
    signal?.throwIfAborted()
    await store.setAside(key)
    swept.setAside += 1
  }

  const lastDay = dayOfRemoval(new Date(now.getTime() - keptDays * DAY_MS))
  for (const file of removed) {
    if (file.day >= lastDay) continue
    signal?.throwIfAborted()
    await store.forget(file)
    swept.forgotten += 1
  }
  return swept
}
