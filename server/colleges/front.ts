import type { IncomingMessage, ServerResponse } from 'node:http'
import { PersonTurns, type WaitingCall } from '../http/person-turns.ts'
import { PERMISSIONS_POLICY } from '../http/security.ts'
import { type Calling, callsToldTo } from './calling.ts'
import { hostOf, ODD } from './hosts.ts'

/**
 * Calls of one college at work in a process: alone, and while others call in any process. A flood is answered as fast by
 * few at a time, since each takes a processor.
 */
const TURNS = { alone: 16, besideOthers: 6, ofMany: { waiting: 6, atWork: 2 }, waiting: 2_000 }
/** A call that takes longer waits for its client or its database, and not for this process: it holds no turn. */
const TURN_MS = 1_000

/** A college that is called, once it is open. */
export interface Called {
  number: number
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Tells that this call is over. */
  leave(): void
}

export interface Callable {
  /** The name of the college at this host. */
  nameAt(host: string): string | undefined
  /** The number by which the turns know a college. */
  numberOf(name: string): number
  /** Opens the college if it is not open. @throws Error when it can't be */
  enter(name: string): Promise<Called>
}

const MALFORMED = [400, 'The request must name one host.'] as const
const NOBODY = [421, 'There is nothing at this address.'] as const
const AWAY = [503, 'This cannot be reached just now. Please try again in a moment.'] as const

/** Answers in the form of every refusal, or as a plain line where a page was asked for. Nothing in it names a college. */
function refuse(request: IncomingMessage, response: ServerResponse, [status, message]: readonly [number, string]) {
  if (response.destroyed) return
  const isCall = /^(?:[a-z]+:\/\/[^/]*)?\/api(?:\/|$)/.test(request.url ?? '')
  const body = isCall ? JSON.stringify({ message }) : `${message}\n`
  response.writeHead(status, {
    'content-type': isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'permissions-policy': PERMISSIONS_POLICY,
    ...(status === 503 ? { 'retry-after': '5' } : { connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Ends the turn when the answer begins, when nobody waits for it any more, or after a while. */
function endInTime(response: ServerResponse, over: () => void): void {
  const late = setTimeout(over, TURN_MS).unref()
  const end = () => {
    clearTimeout(late)
    over()
  }
  const { writeHead } = response
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    end()
    return writeHead.apply(response, given)
  }) as typeof writeHead
  response.once('close', end)
}

/**
 * Takes each request to the college at its host, a few of each college at a time.
 * @param tell tells the other processes who calls here
 */
export function frontOf(colleges: Callable, isProxy: (address: string) => boolean, tell: (calling: Calling) => void) {
  const turns = new PersonTurns(TURNS)
  const note = callsToldTo(tell)

  async function pass(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const college = await colleges.enter(name)
    response.once('close', college.leave)
    if (response.destroyed) {
      college.leave()
      return
    }
    note(name)
    const leaving: WaitingCall = {}
    const gone = () => leaving.leave?.()
    response.once('close', gone)
    const over = await turns.take(college.number, leaving)
    response.off('close', gone)
    if (!over) return
    endInTime(response, over)
    if (response.destroyed) over()
    else await college.handle(request, response)
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const host = hostOf(request, isProxy)
    const name = typeof host === 'string' ? colleges.nameAt(host) : undefined
    if (name === undefined) refuse(request, response, host === ODD ? MALFORMED : NOBODY)
    else pass(name, request, response).catch(() => refuse(request, response, AWAY))
  }
  return {
    handle,
    /** Hears who calls in another process. */
    hear: ({ calling }: Calling) => {
      for (const name of calling) turns.note(colleges.numberOf(name))
    },
  }
}
