import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { headsFile } from '../core/trail-heads.ts'
import type { FileStore } from '../files/files.ts'
import { fileName, MANIFEST, MANIFEST_SUM, type Manifest, manifestIn } from './manifest.ts'

/** A source of backups, or of a restore, by the names that things have in it. */
export interface Source {
  /** The place of the source, as people call it. */
  place: string
  /** Undefined: there is no such thing. */
  read(name: string): Promise<Readable | undefined>
}

/** Reading in larger pieces takes fewer turns. */
const PIECE_BYTES = 256 * 1024

async function readFile(path: string): Promise<Readable | undefined> {
  try {
    return (await open(path)).createReadStream({ highWaterMark: PIECE_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A backup, in its directory; people may know that by another name. */
export const backupAt = (directory: string, place = directory): Source => ({
  place,
  read: (name) => readFile(join(directory, name)),
})

type Beside = Manifest['beside'][number]['name']

/** A college, as its backup will have it. */
export function collegeAt(dataDir: string, store: FileStore): Source {
  const beside: Record<Beside, () => Promise<Readable | undefined>> = {
    'responses-key.txt': async () => {
      const key = await store.readResponsesKey()
      return key === undefined ? undefined : Readable.from([key])
    },
    'trail-heads.log': () => readFile(headsFile(dataDir)),
  }
  return {
    place: dataDir,
    read: async (name) => {
      if (name in beside) return beside[name as Beside]()
      const key = name.slice(fileName('').length)
      // It may be set aside just while it is looked for: once more finds it there.
      return (await store.read(key)) ?? store.read(key)
    },
  }
}

/** Returns the text of a small one. */
export async function textIn(source: Source, name: string): Promise<string | undefined> {
  const found = await source.read(name)
  return found && text(found)
}

/**
 * Reads the manifest of a whole backup.
 * @throws Error with one line for people
 */
export const manifestOf = async (backup: Source): Promise<Manifest> =>
  manifestIn(backup.place, await textIn(backup, MANIFEST), await textIn(backup, MANIFEST_SUM))
