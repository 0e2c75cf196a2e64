import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  dayOfRemoval,
  type FileStore,
  INSTALLATION_FILE,
  isDay,
  isKey,
  newKey,
  RESPONSES_KEY_FILE,
  temporaryPathIn,
} from './files.ts'

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Renames a file into a directory that may be new, so that it is there after a power cut. */
async function move(from: string, to: string): Promise<void> {
  const made = await mkdir(dirname(to), { recursive: true })
  if (made !== undefined) await syncDirectory(dirname(made))
  await rename(from, to)
  await syncDirectory(dirname(to))
}

/** Larger pieces are fewer turns for a large file, and still little memory for many at once. */
const PIECE_BYTES = 256 * 1024

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Returns the names in a directory; none when it does not exist. Any other failure is one, lest a store looks empty.
 */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function* keysIn(directory: string): AsyncGenerator<string> {
  for (const folder of await namesIn(directory)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of await namesIn(join(directory, folder))) if (isKey(`${folder}/${name}`)) yield `${folder}/${name}`
  }
}

/** The line that a file holds; undefined when there is none. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** For nobody else's eyes, and there after a power cut. */
async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  const target = await open(fresh, 'w', 0o600)
  try {
    await target.writeFile(`${text}\n`)
    await target.sync()
  } finally {
    await target.close()
  }
  await move(fresh, path)
}

/** A directory of this machine. */
export function diskStore(root: string): FileStore {
  const kept = join(root, 'kept')
  const removed = join(root, 'removed')
  const installationPlace = join(root, INSTALLATION_FILE)
  const responsesKeyPlace = join(root, RESPONSES_KEY_FILE)
  const days = async () => (await namesIn(removed)).filter(isDay)
  return {
    temporaryPath: temporaryPathIn(join(root, 'incoming')),
    keep: async (temporaryPath) => {
      const key = newKey()
      await move(temporaryPath, join(kept, key))
      return key
    },
    keepAs: (temporaryPath, key) => move(temporaryPath, join(kept, key)),
    read: async (key, range) => {
      const places = [join(kept, key), ...(await days()).map((day) => join(removed, day, key))]
      for (const path of places) {
        // Opened here, and not when it is read: it may be set aside meanwhile.
        const opened = await openIfThere(path)
        if (opened) return opened.createReadStream({ ...range, highWaterMark: PIECE_BYTES })
      }
      return undefined
    },
    keptFiles: async function* () {
      for await (const key of keysIn(kept)) {
        // A file that was set aside meanwhile is none.
        const found = await stat(join(kept, key)).catch(() => undefined)
        if (found) yield { key, at: found.mtime }
      }
    },
    setAside: async (key) => {
      await move(join(kept, key), join(removed, dayOfRemoval(), key)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    removedFiles: async function* () {
      for (const day of await days()) for await (const key of keysIn(join(removed, day))) yield { day, key }
    },
    bringBack: ({ day, key }) => move(join(removed, day, key), join(kept, key)),
    forget: async ({ day, key }) => {
      const path = join(removed, day, key)
      await rm(path, { force: true })
      // Its folder and the day's go with the last file; a directory that still holds something stays.
      for (const folder of [dirname(path), join(removed, day)]) await rmdir(folder).catch(() => undefined)
    },
    installationPlace,
    readInstallation: () => readText(installationPlace),
    writeInstallation: (id) => writeText(installationPlace, id),
    responsesKeyPlace,
    readResponsesKey: () => readText(responsesKeyPlace),
    writeResponsesKey: (key) => writeText(responsesKeyPlace, key),
  }
}
