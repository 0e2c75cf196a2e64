import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, isKey } from '../../files/files.ts'
import { fileName } from '../manifest.ts'
import { RESPONSES_KEY } from './names.ts'
import { namesIn, type Place } from './place.ts'

/** A folder that was changed so recently may be changed again within the same tick of its clock. */
const SETTLED_MS = 2_000

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Sends stored files that the archive does not have. They never change, so that only folders of the store in which
 * something was added since the last round are looked at, and nothing is remembered of each file.
 * @param kept the directory of the store's files
 */
export function fileSender(store: FileStore, kept: string) {
  const seen = new Map<string, number>()
  let isKeySent = false
  let isStopping = false
  let under: Promise<void> | undefined
  let failure: string | undefined

  async function sendFolder(place: Place, folder: string): Promise<void> {
    const there = new Set(await namesIn(place, fileName(`${folder}/`)))
    for (const name of await readdir(join(kept, folder))) {
      const key = `${folder}/${name}`
      if (isStopping) return
      if (!isKey(key) || there.has(fileName(key))) continue
      await place.put(fileName(key), { path: join(kept, key) })
    }
  }

  async function sendKey(place: Place): Promise<void> {
    const key = await store.readResponsesKey()
    if (key === undefined) return
    if ((await namesIn(place, RESPONSES_KEY)).length === 0) await place.put(RESPONSES_KEY, { text: `${key}\n` })
    isKeySent = true
  }

  async function sendAll(place: Place): Promise<void> {
    if (!isKeySent) await sendKey(place)
    const folders = await readdir(kept).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const folder of folders.filter((one) => /^[0-9a-f]{2}$/.test(one))) {
      const looked = Date.now()
      const { mtimeMs } = await stat(join(kept, folder))
      if (seen.get(folder) === mtimeMs) continue
      await sendFolder(place, folder)
      if (isStopping) return
      if (looked - mtimeMs > SETTLED_MS) seen.set(folder, mtimeMs)
    }
  }

  return {
    /** Begins to send what is new, beside the log, which does not wait for a large file. */
    send(place: Place): void {
      under ??= sendAll(place)
        .then(
          () => {
            failure = undefined
          },
          (error: unknown) => {
            failure = error instanceof Error ? error.message : String(error)
          },
        )
        .finally(() => {
          under = undefined
        })
    },
    /** Returns why the last files were not sent. */
    failure: () => failure,
    /** Forgets what it has seen, where another place has come in. */
    beginAnew(): void {
      seen.clear()
      isKeySent = false
    },
    async stop(): Promise<void> {
      isStopping = true
      await under
    },
  }
}
