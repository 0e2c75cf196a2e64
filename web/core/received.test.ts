import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { nothingReceived, receiveFile } from './received.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const FILE = 'The whole file.'
const VERSION = '"v1"'

interface Part {
  from?: number
  /** The position at which the connection is cut. */
  to?: number
  text?: string
  etag?: string
  /** Cut without a notice. */
  silent?: boolean
}

/** Answers with the file from a position on, until the connection is cut. */
function part({ from = 0, to, text = FILE, etag = VERSION, silent = false }: Part = {}): Response {
  const rest = text.slice(from)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(from, to)))
      if (to === undefined) controller.close()
    },
    pull(controller) {
      if (to !== undefined && !silent) controller.error(new TypeError('network error'))
    },
  })
  const headers: Record<string, string> = { 'accept-ranges': 'bytes', etag, 'content-length': String(rest.length) }
  if (from > 0) headers['content-range'] = `bytes ${from}-${text.length - 1}/${text.length}`
  return new Response(body, { status: from > 0 ? 206 : 200, headers })
}

/** Gives the server's answers in turn; `asked` holds the requests. */
function server(...answers: (Response | Error)[]) {
  const asked: Record<string, string>[] = []
  const ask = async (headers: Record<string, string>) => {
    asked.push(headers)
    const answer = answers.shift()
    if (answer === undefined) throw new Error('No answer is left')
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ask, asked }
}

/** Waits for the result, without the pauses between the tries. */
async function hurried<T>(coming: Promise<T>): Promise<PromiseSettledResult<T>> {
  let settled: PromiseSettledResult<T> | undefined
  void Promise.allSettled([coming]).then(([result]) => {
    settled = result
  })
  while (settled === undefined) await vi.advanceTimersByTimeAsync(1000)
  return settled
}

const textOf = async (coming: Promise<Blob>) => {
  const result = await hurried(coming)
  return result.status === 'fulfilled' ? await result.value.text() : result.reason
}
const failureOf = async (coming: Promise<Blob>) => {
  const result = await hurried(coming)
  return result.status === 'rejected' ? result.reason.message : undefined
}

test('what was cut off goes on from there, as often as it must, and its share with it', async () => {
  const { ask, asked } = server(part({ to: 4 }), part({ from: 4, to: 10 }), part({ from: 10 }))
  const shares: (number | undefined)[] = []
  expect(await textOf(receiveFile(ask, { onReceived: (share) => shares.push(share) }))).toBe(FILE)
  expect(asked).toEqual([{}, { range: 'bytes=4-', 'if-range': VERSION }, { range: 'bytes=10-', 'if-range': VERSION }])
  expect(shares).toEqual([4 / 15, 10 / 15, 1])
})

test('a file that was replaced meanwhile comes whole', async () => {
  const other = 'Another file.'
  const { ask } = server(part({ to: 4 }), part({ text: other, etag: '"v2"' }))
  expect(await textOf(receiveFile(ask))).toBe(other)
})

test('the part of another place is not put in', async () => {
  const { ask } = server(part({ to: 4 }), part({ from: 6 }))
  expect(await failureOf(receiveFile(ask))).toBe('Another part came.')
})

test.each([
  ['has no version', ''],
  ['has a version that may mean other bytes', 'W/"v1"'],
])('what %s is not asked for in parts', async (_, etag) => {
  const { ask, asked } = server(part({ to: 4, etag }))
  await expect(receiveFile(ask)).rejects.toThrow()
  expect(asked).toEqual([{}])
})

test('a connection of which nothing is heard any more counts as cut', async () => {
  const { ask } = server(part({ to: 4, silent: true }), part({ from: 4 }))
  expect(await textOf(receiveFile(ask))).toBe(FILE)
})

test('a server that is away is tried again; after five tries in a row the person is told, and may go on later', async () => {
  const away = () => new ApiError(0, UNREACHABLE)
  const received = nothingReceived()
  const first = server(
    part({ to: 4 }),
    away(),
    part({ from: 4, to: 6 }),
    away(),
    away(),
    away(),
    away(),
    away(),
    away(),
  )
  expect(await failureOf(receiveFile(first.ask, { received }))).toBe(UNREACHABLE)
  expect(first.asked).toHaveLength(8)
  const later = server(part({ from: 6 }))
  expect(await textOf(receiveFile(later.ask, { received }))).toBe(FILE)
  expect(later.asked).toEqual([{ range: 'bytes=6-', 'if-range': VERSION }])
})

test('what is cut off after its last byte is all there', async () => {
  const { ask, asked } = server(part({ to: FILE.length }))
  expect(await textOf(receiveFile(ask))).toBe(FILE)
  expect(asked).toHaveLength(1)
})

test('what is refused is not asked for again', async () => {
  const { ask, asked } = server(part({ to: 4 }), new ApiError(404, 'Library entry not found.'))
  expect(await failureOf(receiveFile(ask))).toBe('Library entry not found.')
  expect(asked).toHaveLength(2)
})

test('giving up ends the pause before the next try', async () => {
  const { ask, asked } = server(part({ to: 4 }))
  const controller = new AbortController()
  const coming = hurried(receiveFile(ask, { signal: controller.signal }))
  setTimeout(() => controller.abort(), 500)
  expect(await coming).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
  expect(asked).toHaveLength(1)
})
