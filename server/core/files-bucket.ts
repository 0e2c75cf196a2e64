import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type FileStore, newKey, temporaryPathIn } from './files.ts'

/**
 * An S3-compatible bucket: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=no]`. Bucket and object are
 * addressed by path, which every such server understands.
 */
export function bucketStore(filesUrl: string, incoming: string): FileStore {
  const url = new URL(filesUrl)
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean)
  if (!bucket || !url.username) throw new Error('Wrong settings: FILES_URL must be s3://KEY:SECRET@HOST/BUCKET')
  const prefix = folders.map((folder) => `${folder}/`).join('')
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
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  return {
    temporaryPath: temporaryPathIn(incoming),
    keep: async (temporaryPath) => {
      const key = newKey()
      const { size } = await stat(temporaryPath)
      await client.send(
        new PutObjectCommand({ ...at(key), Body: createReadStream(temporaryPath), ContentLength: size }),
      )
      await rm(temporaryPath, { force: true })
      return key
    },
    read: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)))
        return Body as Readable | undefined
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    keysBefore: async function* (before) {
      let next: string | undefined
      do {
        const listed = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        )
        for (const { Key, LastModified } of listed.Contents ?? [])
          if (Key && LastModified && LastModified < before) yield Key.slice(prefix.length)
        next = listed.NextContinuationToken
      } while (next)
    },
  }
}
