import { setTimeout as sleep } from 'node:timers/promises'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { WrongSettings } from '../settings.ts'

/** The time that the bucket may take to be reached, and that it may be silent. */
export const PATIENCE = { connectMs: 5000, idleMs: 60_000 }
export type Patience = typeof PATIENCE
/** The pause before something is asked once more. */
const AGAIN_AFTER_MS = 100

const ignore = () => undefined

/** True when the bucket has answered that there is no such object. */
export const isNoObject = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey'

/** Returns the status of the bucket's answer, if there was one. */
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/**
 * True for a failure that another try may mend. A bucket closes a connection that has long been idle, and may do so just
 * when something is sent on it; or it says that it is busy. One that was silent for its whole time is not asked again, or
 * it would hold its caller twice as long.
 */
function isWorthAnotherTry(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return ['ECONNRESET', 'EPIPE'].includes(code) || [429, 500, 502, 503, 504].includes(statusOf(error) ?? 0)
}

/** Asks a bucket, and once more where that may help. */
export const trying = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch(async (error: unknown) => {
    if (!isWorthAnotherTry(error)) throw error
    await sleep(AGAIN_AFTER_MS)
    return ask()
  })

export interface Bucket {
  client: S3Client
  bucket: string
  /** The folder of every object's name, with its stroke; empty for none. */
  prefix: string
}

/**
 * Opens a bucket of an S3-compatible server: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=no]`. Bucket and
 * object are addressed by path, which every such server understands.
 * @throws WrongSettings, naming the variable, when the address names no bucket or no key
 */
export function openBucket(variable: string, address: string, patience: Patience): Bucket {
  const url = new URL(address)
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean)
  if (!bucket || !url.username) throw new WrongSettings(`${variable} must be s3://KEY:SECRET@HOST/BUCKET`)
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

/** Lists what is below a name, page by page; each page is asked for by `asking`, which tells failures in its own words. */
export async function* listObjects(
  { client, bucket, prefix }: Bucket,
  under: string,
  asking: <T>(ask: () => Promise<T>) => Promise<T>,
) {
  let next: string | undefined
  do {
    const request = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + under, ContinuationToken: next })
    const listed = await asking(() => client.send(request))
    for (const { Key, LastModified, Size } of listed.Contents ?? [])
      if (Key && LastModified) yield { name: Key.slice(prefix.length), at: LastModified, size: Size ?? 0 }
    next = listed.NextContinuationToken
  } while (next)
}
