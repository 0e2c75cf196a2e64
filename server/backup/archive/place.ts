import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncDirectory } from '../writing.ts'

export type Kept = { path: string } | { text: string } | { made: Readable }

/** The keys to which a bucket's things are sealed, and those that open them. */
export interface Keys {
  recipients: readonly string[]
  identities: readonly string[]
}

/** A place of named things, in which an archive is kept. */
export interface Place {
  /** The place as people call it. */
  name: string
  /** Keeps a file, a text or what is made just then: whole, or not at all. */
  put(name: string, what: Kept, signal?: AbortSignal): Promise<void>
  /** Undefined: there is no such thing. */
  get(name: string): Promise<Readable | undefined>
  /** The names that begin so. */
  list(prefix: string): AsyncIterable<string>
  remove(name: string): Promise<void>
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const streamOf = (what: Kept): Readable => {
  if ('made' in what) return what.made
  return 'path' in what
    ? createReadStream(what.path, { highWaterMark: 256 * 1024 })
    : Readable.from([Buffer.from(what.text)])
}
const UNFINISHED = '.unfinished-'

async function* namesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* namesBelow(root, name)
    else if (entry.isFile() && !entry.name.startsWith(UNFINISHED)) yield name
  }
}

/** Makes what is missing of a path, durably. */
async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncDirectory(dirname(made))
}

/**
 * A folder in a directory. The directory above it has to be there: a disk that is away is not to be taken for a new
 * one.
 */
export function directoryPlace(directory: string, folder: string): Place {
  const root = join(directory, folder)
  const refuseAway = () => {
    if (!existsSync(directory) && !existsSync(dirname(directory))) throw new Error(`there is no directory ${directory}`)
  }
  return {
    name: root,
    put: async (name, what, signal) => {
      refuseAway()
      const path = join(root, name)
      await makeDirectory(dirname(path))
      const fresh = join(dirname(path), `${UNFINISHED}${randomBytes(6).toString('hex')}`)
      try {
        await pipeline(streamOf(what), createWriteStream(fresh, { flags: 'wx', mode: 0o600, flush: true }), { signal })
        await rename(fresh, path)
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
      await syncDirectory(dirname(path))
    },
    get: async (name) => {
      try {
        return (await open(join(root, name))).createReadStream({ highWaterMark: 256 * 1024 })
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    list: async function* (prefix) {
      refuseAway()
      const folder = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')))
      for await (const name of namesBelow(root, folder)) if (name.startsWith(prefix)) yield name
    },
    remove: (name) => rm(join(root, name), { force: true }),
  }
}

/** Collects the names that begin so. */
export async function namesIn(place: Place, prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const name of place.list(prefix)) names.push(name)
  return names
}
