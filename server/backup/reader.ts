// Begun by `apart.ts` as root: goes on as the owner of what it reads, and gives it to the process that has begun it.

import { existsSync } from 'node:fs'
import { become } from '../machine/as-account.ts'
import { ownerOf } from '../machine/data-directory.ts'
import { readSettings } from '../settings.ts'
import type { Answer, Ask, FirstAnswer } from './apart.ts'
import { type College, openCollege } from './college.ts'
import { backupAt } from './source.ts'

/** Reads root's own backup as root, another as its owner, once in its directory: the owner may not pass /root. */
function openBackup(directory: string): College {
  if (!existsSync(directory)) throw new Error(`${directory} is no backup: it is not there`)
  process.chdir(directory)
  const owner = ownerOf('.')
  if (owner.uid !== 0) become(owner)
  return { files: backupAt('.'), config: {}, account: null, close: async () => undefined }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

const streams = new Map<number, AsyncIterator<Buffer>>()
let opened = 0

async function answerTo(ask: Exclude<Ask, 'end'>, { files }: College): Promise<Omit<Answer, 'id'>> {
  if ('open' in ask) {
    const stream = await files.read(ask.open)
    if (!stream) return {}
    opened += 1
    streams.set(opened, stream[Symbol.asyncIterator]())
    return { stream: opened }
  }
  if ('next' in ask) {
    const { value } = (await streams.get(ask.next)?.next()) ?? {}
    return { piece: typeof value === 'string' ? Buffer.from(value) : value }
  }
  await streams.get(ask.drop)?.return?.()
  streams.delete(ask.drop)
  return {}
}

async function main([kind, directory = '']: string[]): Promise<void> {
  // Ctrl-C is for the other process, which ends this one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  // Should it be gone, the embedded database goes with this one.
  const gone = () => process.exit(1)
  process.once('disconnect', gone)
  // An answer may be ready after the end was asked for.
  const tell = (message: FirstAnswer | Answer) => process.connected && process.send?.(message)
  const college = kind === 'college' ? await openCollege(readSettings(process.env)) : openBackup(directory)
  process.on('message', async ({ id, ask }: { id: number; ask: Ask }) => {
    if (ask === 'end') {
      process.off('disconnect', gone)
      await college.close()
      process.disconnect?.()
      return
    }
    tell({ id, ...(await answerTo(ask, college).catch((error: unknown) => ({ failure: reason(error) }))) })
  })
  tell({ config: college.config, account: college.account })
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.send?.({ failure: reason(error) } satisfies FirstAnswer)
  process.disconnect?.()
})
