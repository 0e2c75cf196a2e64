import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { isNoObject, listObjects, openBucket, PATIENCE, type Patience, statusOf, trying } from '../files/s3.ts'
import { sealed, unsealed } from './keys.ts'
import { PARTS, type Parts, sendInParts } from './parts.ts'

/** The end of every object's name: anybody can tell by it how to open it. */
const ENDING = '.age'

interface Keys {
  /** Those to whom everything is sealed on its way out. */
  recipients: readonly string[]
  /** Those with whose keys it is opened on its way in. */
  identities: readonly string[]
}

/** An object of the bucket: its size is that of the sealed bytes. */
interface Listed {
  name: string
  size: number
  at: Date
}

/** Named things in a bucket, sealed there and plain here. A failure is an Error with one line for people. */
export interface SealedBucket {
  /** The place as people call it, without its key. */
  place: string
  /**
   * Puts a file of the disk, or a text, there as a whole or not at all. The file must not grow meanwhile.
   * @returns the bytes that were sent
   */
  put(name: string, what: { path: string } | { text: string }): Promise<number>
  /** The bytes of an object; undefined when there is none. Bytes that were changed fail while they are read. */
  get(name: string): Promise<Readable | undefined>
  /** Lists all that is sealed below a name, in the order of the names. Anything else there is nobody's business here. */
  list(under: string): AsyncIterable<Listed>
  remove(name: string): Promise<void>
}

function asTrouble(error: unknown, place: string): Error {
  const [status, name] = [statusOf(error), (error as Error).name]
  const told = () => {
    if (name === 'NoSuchBucket') return `there is no bucket ${place}`
    if (status === 401 || status === 403) return `the bucket ${place} refuses the key, or what the key may do`
    if (status === 507) return `the bucket ${place} is full`
    // Its message may tell more than people are to read.
    return `the bucket ${place} cannot be reached or does not answer (${(error as { code?: string }).code ?? status ?? name})`
  }
  return new Error(told(), { cause: error })
}

/** Opens a bucket whose objects are sealed, by its address (`BACKUP_URL`). It gives up after a minute of silence. */
export function sealedBucket(
  address: string,
  { recipients, identities }: Keys,
  patience: Patience = PATIENCE,
  parts: Parts = PARTS,
): SealedBucket {
  const opened = openBucket('BACKUP_URL', address, patience)
  const { client, bucket, prefix } = opened
  const place = `${new URL(address).host}/${bucket}${prefix ? `/${prefix.slice(0, -1)}` : ''}`
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}${ENDING}` })
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await trying(ask)
    } catch (error) {
      throw asTrouble(error, place)
    }
  }

  async function send(name: string, what: { path: string } | { text: string }): Promise<number> {
    const length = 'path' in what ? (await stat(what.path)).size : Buffer.byteLength(what.text)
    const source = 'path' in what ? createReadStream(what.path) : Readable.from([Buffer.from(what.text)])
    const { bytes, size: sizeOf } = await sealed(source, recipients)
    const size = sizeOf(length)
    try {
      if (size > parts.above) await sendInParts({ client, at: at(name), bytes, size, each: parts.each })
      else await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: size }))
      return size
    } finally {
      bytes.destroy()
      source.destroy()
    }
  }

  return {
    place,
    put: async (name, what) => {
      if (recipients.length === 0) throw new Error('there is no key to seal with')
      return asking(() => send(name, what))
    },
    get: async (name) => {
      const found = await asking(() =>
        client.send(new GetObjectCommand(at(name))).catch((error: unknown) => {
          if (isNoObject(error)) return undefined
          throw error
        }),
      )
      if (!found?.Body) return undefined
      const body = found.Body as Readable
      async function* pieces() {
        try {
          yield* body
        } catch (error) {
          throw asTrouble(error, place)
        }
      }
      return unsealed(Readable.from(pieces(), { objectMode: false }), identities, name)
    },
    list: async function* (under) {
      for await (const { name, ...rest } of listObjects(opened, under, asking))
        if (name.endsWith(ENDING)) yield { name: name.slice(0, -ENDING.length), ...rest }
    },
    remove: async (name) => {
      await asking(() => client.send(new DeleteObjectCommand(at(name))))
    },
  }
}
