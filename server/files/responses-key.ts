import { randomBytes } from 'node:crypto'
import { type HttpError, unavailable } from '../core/errors.ts'
import { whileHolding } from '../db/held-lock.ts'
import type { Db } from '../db/types.ts'
import type { FileStore } from './files.ts'

/** Held while the key is made, so that all processes have one. Any number that nobody else uses. */
const KEY_LOCK = 7_203_411

const BYTES = 32
const TEXT = /^[0-9a-f]{64}$/

type Store = Pick<FileStore, 'readResponsesKey' | 'writeResponsesKey' | 'responsesKeyPlace'>

/** The key that responses are sealed with: it lies beside the files, so that who has the database has no key of it. */
export interface ResponsesKey {
  readonly isOpen: boolean
  /**
   * Reads the key, or makes it when there is none; from then on this process has it. Not for a transaction: a bucket may
   * take its time.
   * @throws 503 when the store can't be reached
   */
  open(): Promise<Buffer>
  /** @throws 503 when it is not open yet */
  opened(): Buffer
}

function damaged({ responsesKeyPlace }: Store): HttpError {
  const refusal = unavailable('Answers cannot be kept just now. Please tell the administrator.')
  refusal.cause = new Error(`${responsesKeyPlace} holds no key: restore it from a backup, or move it away`)
  return refusal
}

async function readKey(store: Store): Promise<Buffer | undefined> {
  const text = await store.readResponsesKey()
  if (text === undefined) return undefined
  // Something that was a key once is not written over.
  if (!TEXT.test(text)) throw damaged(store)
  return Buffer.from(text, 'hex')
}

/** Makes the key in one process at a time: the others find the key of the first. */
async function makeKey(store: Store, db: Db): Promise<Buffer> {
  const key = await whileHolding(db, KEY_LOCK, { wait: true }, async () => {
    const made = await readKey(store)
    if (made) return made
    await store.writeResponsesKey(randomBytes(BYTES).toString('hex'))
    return readKey(store)
  })
  if (!key) throw damaged(store)
  return key
}

export function responsesKeyBeside(store: Store, db: Db): ResponsesKey {
  let known: Buffer | undefined
  let opening: Promise<Buffer> | undefined
  const read = async () => {
    known = (await readKey(store)) ?? (await makeKey(store, db))
    return known
  }
  return {
    get isOpen() {
      return known !== undefined
    },
    open: async () => {
      if (known) return known
      opening ??= read().finally(() => {
        opening = undefined
      })
      return opening
    },
    opened: () => {
      if (!known) throw unavailable()
      return known
    },
  }
}
