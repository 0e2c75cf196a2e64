import { EXPECTED_LENGTH } from '../../shared/endpoint.ts'

/** Told the share that has come, 0 to 1; `undefined` when nobody knows how large the file will be. */
export type OnReceived = (share: number | undefined) => void

/** What comes may be more than was expected; it is all there only once it is. */
const EXPECTED_SHARE_MAX = 0.99

/** The share of a file that so many bytes are: a file that is sent while it is made tells only what it expects. */
function shareOf({ headers }: Response): (bytes: number) => number | undefined {
  const length = headers.get('content-encoding') ? 0 : Number(headers.get('content-length'))
  if (length > 0) return (bytes) => Math.min(1, bytes / length)
  const expected = Number(headers.get(EXPECTED_LENGTH))
  return (bytes) => (expected > 0 ? Math.min(EXPECTED_SHARE_MAX, bytes / expected) : undefined)
}

/** The bytes of an answer, whose share is told with each piece that comes. */
export async function receiveFile(response: Response, onReceived: OnReceived): Promise<Blob> {
  const share = shareOf(response)
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.length
    onReceived(share(bytes))
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}
