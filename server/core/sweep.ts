import type { FileStore } from './files.ts'

/** An upload in progress has a file before its row: what is younger is left alone. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH = 500

/** Removes kept files that no row refers to. `orphansAmong` tells which of some keys those are. */
export async function sweepOrphans(
  store: FileStore,
  orphansAmong: (keys: string[]) => Promise<string[]>,
  now = new Date(),
): Promise<void> {
  const removeOrphans = async (keys: string[]) => {
    for (const key of await orphansAmong(keys)) await store.remove(key)
  }
  let keys: string[] = []
  for await (const key of store.keysBefore(new Date(now.getTime() - ORPHAN_AGE_MS))) {
    keys.push(key)
    if (keys.length < BATCH) continue
    await removeOrphans(keys)
    keys = []
  }
  if (keys.length > 0) await removeOrphans(keys)
}
