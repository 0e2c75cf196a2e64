import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, newKey, temporaryPathIn } from './files.ts'

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** A directory of this machine. */
export function diskStore(root: string): FileStore {
  const place = (key: string) => join(root, 'kept', key)
  return {
    temporaryPath: temporaryPathIn(join(root, 'incoming')),
    keep: async (temporaryPath) => {
      const key = newKey()
      const target = place(key)
      const made = await mkdir(dirname(target), { recursive: true })
      if (made !== undefined) await syncDirectory(dirname(made))
      await rename(temporaryPath, target)
      await syncDirectory(dirname(target))
      return key
    },
    read: async (key) => {
      const path = place(key)
      const found = await stat(path).catch(() => undefined)
      return found ? createReadStream(path) : undefined
    },
    remove: (key) => rm(place(key), { force: true }),
    keysBefore: async function* (before) {
      for (const folder of await readdir(join(root, 'kept')).catch(() => []))
        for (const name of await readdir(join(root, 'kept', folder))) {
          const key = `${folder}/${name}`
          if ((await stat(place(key))).mtime < before) yield key
        }
    },
  }
}
