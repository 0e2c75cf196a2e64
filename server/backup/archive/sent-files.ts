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

  async function sendFolder(place: Place, folder: string): Promise<number> {
    const there = new Set(await namesIn(place, fileName(`${folder}/`)))
    let sent = 0
    for (const name of await readdir(join(kept, folder))) {
      const key = `${folder}/${name}`
      if (!isKey(key) || there.has(fileName(key))) continue
      await place.put(fileName(key), { path: join(kept, key) })
      sent += 1
    }
    return sent
  }

  return {
    /** @returns the number of files that were sent */
    async send(place: Place): Promise<number> {
      const key = isKeySent ? undefined : await store.readResponsesKey()
      if (key !== undefined) {
        if (!(await place.get(RESPONSES_KEY))?.destroy()) await place.put(RESPONSES_KEY, { text: `${key}\n` })
        isKeySent = true
      }
      const folders = await readdir(kept).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      let sent = 0
      for (const folder of folders.filter((one) => /^[0-9a-f]{2}$/.test(one))) {
        const looked = Date.now()
        const { mtimeMs } = await stat(join(kept, folder))
        if (seen.get(folder) === mtimeMs) continue
        sent += await sendFolder(place, folder)
        if (looked - mtimeMs > SETTLED_MS) seen.set(folder, mtimeMs)
      }
      return sent
    },
    /** Forgets what it has seen, where another place has come in. */
    begin(): void {
      seen.clear()
      isKeySent = false
    },
  }
}
