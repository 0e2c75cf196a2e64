import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

export interface Parts {
  /** An object of more bytes goes in parts. */
  above: number
  /** The bytes of a part. */
  each: number
}

/** A bucket takes 5 GB at once at the most, and of a larger object ten thousand parts: 5 TB of this size. */
export const PARTS: Parts = { above: 4 * 1024 ** 3, each: 512 * 1024 ** 2 }

interface Sending {
  client: S3Client
  at: { Bucket: string; Key: string }
  bytes: Readable
  /** All bytes, to the last one. */
  size: number
  each: number
}

/** Gives a stream in pieces of a length that the taker says, one after the other. */
function cutter(bytes: Readable) {
  const source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const fill = async () => {
    const { done, value } = await source.next()
    if (!done) rest = value
    return done !== true
  }
  return {
    next: async function* (length: number) {
      for (let left = length; left > 0; ) {
        if (rest.length === 0 && !(await fill())) throw new Error('the file became shorter while it was sent')
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
    isOver: async () => rest.length === 0 && !(await fill()),
  }
}

/** Sends an object in parts, one after the other. It is there once all of them are, or nothing of it is left there. */
export async function sendInParts({ client, at, bytes, size, each }: Sending): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
  const upload = { ...at, UploadId }
  try {
    const pieces = cutter(bytes)
    const sent: { ETag: string | undefined; PartNumber: number }[] = []
    for (let from = 0; from < size; from += each) {
      const length = Math.min(each, size - from)
      const PartNumber = sent.length + 1
      const Body = Readable.from(pieces.next(length), { objectMode: false })
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: length }))
      sent.push({ ETag, PartNumber })
    }
    if (!(await pieces.isOver())) throw new Error('the file grew while it was sent')
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }))
  } catch (error) {
    // Parts that were sent would be kept there, unseen, and paid for.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}
