import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type HttpError, noRoom, unavailable } from '../core/errors.ts'
import { WrongSettings } from '../settings.ts'
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

/** The time that the bucket may take to be reached, and that it may be silent. */
const PATIENCE = { connectMs: 5000, idleMs: 60_000 }
/** The pause before something is asked once more. */
const AGAIN_AFTER_MS = 100

const ignore = () => undefined

/** A bucket that is away, slow or full is never a 500. */
function asRefusal(error: unknown): HttpError {
  const status = (error as Failure).$metadata?.httpStatusCode
  const refusal =
    status === 507 ? noRoom() : unavailable('Files cannot be reached just now. Please try again in a moment.')
  refusal.cause = error
  return refusal
}

/**
 * True for a failure that another try may mend. A bucket closes a connection that has long been idle, and may do so just
 * when something is sent on it; or it says that it is busy. One that was silent for its whole time is not asked again, or
 * it would hold its caller twice as long.
 */
function isWorthAnotherTry(error: unknown): boolean {
  const { code = '', $metadata: { httpStatusCode: status = 0 } = {} } = error as Failure
  return ['ECONNRESET', 'EPIPE'].includes(code) || [429, 500, 502, 503, 504].includes(status)
}

interface Failure {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Asks the bucket, and once more where that may help. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask().catch(async (error: unknown) => {
      if (!isWorthAnotherTry(error)) throw error
      await sleep(AGAIN_AFTER_MS)
      return ask()
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Returns the result of `ask`, or undefined when there is no such object. */
async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return asking(() =>
    ask().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined
      throw error
    }),
  )
}

interface Bucket {
  client: S3Client
  bucket: string
  /** The folder of every object's name, with its stroke; empty for none. */
  prefix: string
}

/** @throws WrongSettings when the address names no bucket or no key */
function openBucket(filesUrl: string, patience: typeof PATIENCE): Bucket {
  const url = new URL(filesUrl)
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean)
  if (!bucket || !url.username) throw new WrongSettings('FILES_URL must be s3://KEY:SECRET@HOST/BUCKET')
  const client = new S3Client({
    endpoint: `${url.searchParams.get('tls') === 'no' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    // Checksums that only newer servers know would shut the others out; the row holds the SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    // We try again ourselves: the client would do so after a silence, too.
    maxAttempts: 1,
    // It would write to the console; what fails is in our log.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: patience.connectMs, socketTimeout: patience.idleMs },
  })
  return { client, bucket, prefix: folders.map((folder) => `${folder}/`).join('') }
}

async function* listObjects({ client, bucket, prefix }: Bucket, under: string) {
  let next: string | undefined
  do {
    const request = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + under, ContinuationToken: next })
    const listed = await asking(() => client.send(request))
    for (const { Key, LastModified } of listed.Contents ?? [])
      if (Key && LastModified) yield { name: Key.slice(prefix.length), at: LastModified }
    next = listed.NextContinuationToken
  } while (next)
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

/**
 * An S3-compatible bucket: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=no]`. Bucket and object are
 * addressed by path, which every such server understands.
 */
export function bucketStore(filesUrl: string, incoming: string, patience = PATIENCE): FileStore {
  const opened = openBucket(filesUrl, patience)
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
      for await (const { name, at: written } of listObjects(opened, ''))
        if (isKey(name)) yield { key: name, at: written }
    },
    setAside: (key) => move(key, removedName({ day: dayOfRemoval(), key })),
    removedFiles: async function* () {
      for await (const { name } of listObjects(opened, 'removed/')) {
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
