import { UNREACHABLE } from '../core/api-error.ts'
import { question } from '../core/confirm.ts'
import { dropOthersDrafts } from '../core/drafts.ts'
import { dropOthersStart } from '../core/kept-start.ts'
import { getLogin, onLoginChange } from '../core/login.ts'
import { toast, toasts } from '../core/toasts.ts'
import { BEGUN, type DeviceRecord, reviseKept } from './device.ts'
import { OUTBOX, type OutboxEntry } from './outbox.ts'

const KEPT_DAYS = 14

/**
 * Returns the part of an entry that may stay while somebody else, or nobody, is signed in: an unsent one with ids and
 * without names. A saved entry is on the server.
 */
function withoutNames(entry: OutboxEntry): OutboxEntry | undefined {
  if (entry.state === 'saved') return undefined
  const { about: _, errors: __, ...rest } = entry
  // A refusal may name a person.
  return { ...rest, problem: entry.state === 'waiting' ? UNREACHABLE : null, reply: null }
}

/** Returns the part of a value that stays while its person is not signed in: only unsent ones stay. */
function leftOf(name: string, record: DeviceRecord<unknown>): DeviceRecord<unknown> | undefined {
  if (name.startsWith(BEGUN)) return record
  const entry = name.startsWith(OUTBOX) ? withoutNames(record.value as OutboxEntry) : undefined
  return entry && { ...record, value: entry }
}

/**
 * Forgets all values of people other than the signed-in one, except unsent ones, and all that are older than fourteen
 * days.
 */
export async function forgetOthers(): Promise<void> {
  const owner = getLogin()?.user.id
  const limit = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  dropOthersDrafts(owner, limit)
  dropOthersStart(owner)
  const lost = new Set<string>()
  await reviseKept((userId, name, record) => {
    const left = userId === owner ? record : leftOf(name, record)
    if (record.at >= limit) return left
    const { title, state } = record.value as Partial<OutboxEntry>
    const isUnsent = name.startsWith(BEGUN) || (name.startsWith(OUTBOX) && state !== 'saved')
    if (userId === owner && isUnsent && title) lost.add(title)
    return undefined
  })
  if (lost.size > 0) toast.error(`Not sent within ${KEPT_DAYS} days and no longer kept: ${[...lost].join('; ')}`)
}

/** Forgets at start, at every sign-in and whenever a login ends. Returns a function that ends it. */
export function startForgetting(): () => void {
  const forget = () => void forgetOthers().catch(() => undefined)
  let { token, user } = getLogin() ?? {}
  forget()
  return onLoginChange(() => {
    const now = getLogin()
    if (now?.token === token) return
    if (now?.user.id !== user?.id) {
      question.get()?.answer(false)
      toasts.set([])
    }
    token = now?.token
    user = now?.user
    forget()
  })
}
