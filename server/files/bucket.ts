import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { type HttpError, noRoom, unavailable } from '../core/errors.ts'
import {
  type ByteRange,
  dayOfRemoval,
  type FileStore,
  INSTALLATION_FILE,
  isDay,
  isKey,
  newKey,
  RESPONSES_KEY_FILE,
  temporaryPathIn,
} from './files.ts'
import { type Bucket, isNoObject, listObjects, openBucket, PATIENCE, statusOf, trying } from './s3.ts'

/** A bucket that is away, slow or full is never a 500. */
function asRefusal(error: unknown): HttpError {
  const refusal =
    statusOf(error) === 507 ? noRoom() : unavailable('Files cannot be reached just now. Please try again in a moment.')
  refusal.cause = error
  return refusal
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await trying(ask)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Returns the result of `ask`, or undefined when there is no such object. */
async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return asking(() =>
    ask().catch((error: unknown) => {
      if (isNoObject(error)) return undefined
      throw error
    }),
  )
}

/** Lists the days of removed files, from one day's first file to the next day's: not every server lists folders. */
async function* listDays({ client, bucket, prefix }: Bucket) {
  let after = `${prefix}removed/`
  for (;;) {
    const request = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: `${prefix}removed/`,
      StartAfter: after,
      MaxKeys: 1,
    })
    const { Contents: [first] = [] } = await asking(() => client.send(request))
    const day = first?.Key?.slice(prefix.length).split('/')[1]
    if (day === undefined) return
    if (isDay(day)) yield day
    after = `${prefix}removed/${day}/~`
  }
}

/** A bucket as the store of files, by its address (`s3.ts`). */
export function bucketStore(filesUrl: string, incoming: string, patience = PATIENCE): FileStore {
  const opened = openBucket('FILES_URL', filesUrl, patience)
  const { client, bucket, prefix } = opened
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const removedName = ({ day, key }: { day: string; key: string }) => `removed/${day}/${key}`

  const remove = async (name: string) => {
    await asking(() => client.send(new DeleteObjectCommand(at(name))))
  }
  const read = (name: string, range?: ByteRange) => {
    const request = { ...at(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    return orNothing(async () => (await client.send(new GetObjectCommand(request))).Body as Readable | undefined)
  }
  const readText = async (name: string) => {
    const found = await orNothing(async () =>
      (await client.send(new GetObjectCommand(at(name)))).Body?.transformToString(),
    )
    return found?.trim() || undefined
  }
  const writeText = async (name: string, text: string) => {
    await asking(() => client.send(new PutObjectCommand({ ...at(name), Body: `${text}\n` })))
  }
  const placeOf = (name: string) => `${name} of the bucket ${bucket}${prefix ? ` below ${prefix}` : ''}`
  /** S3 can't rename: a copy, and then the first one goes. Cut off in between, there are two, which does no harm. */
  const move = async (from: string, to: string) => {
    const source = `${bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/')
    const copied = await orNothing(() => client.send(new CopyObjectCommand({ ...at(to), CopySource: source })))
    if (copied) await remove(from)
  }
  const send = async (path: string, key: string) => {
    const { size } = await stat(path)
    const bytes = createReadStream(path)
    try {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: size }))
    } finally {
      bytes.destroy()
    }
  }
  const keepAs = async (temporaryPath: string, key: string) => {
    await asking(() => send(temporaryPath, key))
    await rm(temporaryPath, { force: true })
  }
  return {
    temporaryPath: temporaryPathIn(incoming),
    keep: async (temporaryPath) => {
      const key = newKey()
      await keepAs(temporaryPath, key)
      return key
    },
    keepAs,
    read: async (key, range) => {
      const kept = await read(key, range)
      if (kept) return kept
      for await (const day of listDays(opened)) {
        const found = await read(removedName({ day, key }), range)
        if (found) return found
      }
      return undefined
    },
    keptFiles: async function* () {
      for await (const { name, at: written } of listObjects(opened, '', asking))
        if (isKey(name)) yield { key: name, at: written }
    },
    setAside: (key) => move(key, removedName({ day: dayOfRemoval(), key })),
    removedFiles: async function* () {
      for await (const { name } of listObjects(opened, 'removed/', asking)) {
        const [, day = '', ...rest] = name.split('/')
        const key = rest.join('/')
        if (isDay(day) && isKey(key)) yield { day, key }
      }
    },
    bringBack: (file) => move(removedName(file), file.key),
    forget: (file) => remove(removedName(file)),
    installationPlace: placeOf(INSTALLATION_FILE),
    readInstallation: () => readText(INSTALLATION_FILE),
    writeInstallation: (id) => writeText(INSTALLATION_FILE, id),
    responsesKeyPlace: placeOf(RESPONSES_KEY_FILE),
    readResponsesKey: () => readText(RESPONSES_KEY_FILE),
    writeResponsesKey: (key) => writeText(RESPONSES_KEY_FILE, key),
  }
}
