import { fork } from 'node:child_process'
import { Readable } from 'node:stream'
import type { College } from './college.ts'
import type { Source } from './source.ts'

// A root that makes or restores a backup reads one user's files and writes another's. Root's rights for both would let
// one user lead root to where the other can't come. So one process reads, as the owner of what it reads, and this one
// writes, as the owner of where it writes.

/** The messages from this process to the one that reads. */
export type Ask = { open: string } | { next: number } | { drop: number } | 'end'
/** The first message of the process that reads: everything is open, or why it is not. */
export type FirstAnswer = Pick<College, 'config' | 'account'> | { failure: string }
/**
 * The further answers of the process that reads: the number of a stream, or a piece of one, which is empty at its end.
 */
export type Answer = { id: number; stream?: number | undefined; piece?: Uint8Array | undefined; failure?: string }

/** Opens a college, or the backup in a directory, in a process of its own. @throws Error with one line for people */
export async function readApart(...args: ['college'] | ['backup', string]): Promise<College> {
  const child = fork(new URL('./reader.ts', import.meta.url), args, {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const ended = Promise.withResolvers<void>()
  child.once('error', () => ended.resolve())
  // Its last messages may still be on their way.
  child.once('exit', () => (child.connected ? child.once('disconnect', () => ended.resolve()) : ended.resolve()))
  const told = Promise.withResolvers<FirstAnswer>()
  let isOver = false
  void ended.promise.then(() => {
    isOver = true
    const failure = 'the process that reads has ended'
    told.resolve({ failure })
    for (const { reject } of waiting.values()) reject(new Error(failure))
  })
  child.once('message', (first: FirstAnswer) => {
    told.resolve(first)
    child.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
  })

  let asked = 0
  const send = (id: number, ask: Ask) => {
    if (child.connected) child.send({ id, ask })
  }
  async function answerTo(ask: Ask): Promise<Answer> {
    if (isOver) throw new Error('the process that reads has ended')
    asked += 1
    const answer = Promise.withResolvers<Answer>()
    waiting.set(asked, answer)
    send(asked, ask)
    const { failure, ...rest } = await answer.promise
    if (failure !== undefined) throw new Error(failure)
    return rest
  }
  async function* piecesOf(stream: number): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const { piece } = await answerTo({ next: stream })
        if (!piece) return
        yield piece
      }
    } finally {
      send(0, { drop: stream })
    }
  }

  const opened = await told.promise
  if ('failure' in opened) throw new Error(opened.failure)
  const files: Source = {
    place: args[1] ?? '',
    read: async (name) => {
      const { stream } = await answerTo({ open: name })
      if (stream === undefined) return undefined
      // A failure is told to the reader; one that comes when nobody reads any more is not to end this process.
      return Readable.from(piecesOf(stream), { objectMode: false }).on('error', () => undefined)
    },
  }
  const close = async () => {
    send(0, 'end')
    await ended.promise
  }
  return { ...opened, files, close }
}
