import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { WrongSettings } from '../settings.ts'

/** The time that the bucket may take to be reached, and that it may be silent. */
export const PATIENCE = { connectMs: 5000, idleMs: 60_000 }
export type Patience = typeof PATIENCE
/** A lost connection is tried once more. The client does not do so with what is sent from a file: the caller does. */
const ATTEMPTS = 2

const ignore = () => undefined

/** A bucket closes a connection that has long been idle, and may do so just when something is sent on it. */
export const wasCut = (error: unknown) => ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')

/** True when the bucket has answered that there is no such object. */
export const isNoObject = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey'

/** Returns the status of the bucket's answer, if there was one. */
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

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
    maxAttempts: ATTEMPTS,
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
