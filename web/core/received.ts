/** Called with the received share, 0 to 1; `undefined` when nobody knows how large the file is. */
export type OnReceived = (share: number | undefined) => void

/** Reads an answer's bytes and reports the received share with each piece. */
export async function receiveFile(response: Response, onReceived: OnReceived): Promise<Blob> {
  const { headers } = response
  const length = headers.get('content-encoding') ? 0 : Number(headers.get('content-length'))
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.length
    onReceived(length > 0 ? Math.min(1, bytes / length) : undefined)
  }
  return new Blob(pieces, { type: headers.get('content-type') ?? '' })
}
