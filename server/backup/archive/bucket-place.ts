import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sealedBucket } from '../../offsite/bucket.ts'
import type { Keys, Place } from './place.ts'

interface InBucket {
  /** As `BACKUP_URL` has it. */
  address: string
  keys: Keys
  folder: string
  /** The directory for what is made while it is put: a bucket wants to know its size before. */
  scratch: string
}

/** A folder of a bucket, in which everything is sealed. */
export function bucketPlace({ address, keys, folder, scratch }: InBucket): Place {
  const bucket = sealedBucket(address, keys)
  const at = (name: string) => `${folder}/${name}`
  return {
    name: `${bucket.place}/${folder}`,
    put: async (name, what, signal) => {
      if (!('made' in what)) {
        await bucket.put(at(name), what)
        return
      }
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      // Under one name, so that nothing is left of a process that was killed but this.
      const path = join(scratch, 'made-to-be-sent')
      try {
        await pipeline(what.made, createWriteStream(path, { mode: 0o600 }), { signal })
        await bucket.put(at(name), { path })
      } finally {
        await rm(path, { force: true })
      }
    },
    get: (name) => bucket.get(at(name)),
    list: async function* (prefix) {
      for await (const { name } of bucket.list(at(prefix))) yield name.slice(folder.length + 1)
    },
    remove: (name) => bucket.remove(at(name)),
  }
}
