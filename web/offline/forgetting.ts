import { UNREACHABLE } from '../core/api-error.ts'
import { question } from '../core/confirm.ts'
import { dropOthersDrafts } from '../core/drafts.ts'
import { dropOthersStart } from '../core/kept-start.ts'
import { getLogin, onLoginChange } from '../core/login.ts'
import { toast, toasts } from '../core/toasts.ts'
import { BEGUN, type Kept, reviseKept } from './device.ts'
import { OUTBOX, type OutboxEntry } from './outbox.ts'

const KEPT_DAYS = 14

/**
 * What of an entry may stay on the device while somebody else, or nobody, is signed in: what has still to be sent, with
 * ids and without names. What was saved is on the server.
 */
function withoutNames(entry: OutboxEntry): OutboxEntry | undefined {
  if (entry.state === 'saved') return undefined
  const { about: _, errors: __, ...rest } = entry
  // A refusal may tell whom it is about.
  return { ...rest, problem: entry.state === 'waiting' ? UNREACHABLE : null, reply: null }
}

/** What is left of somebody's things while they are not signed in: what they have not sent. */
function leftOf(name: string, record: Kept<unknown>): Kept<unknown> | undefined {
  if (name.startsWith(BEGUN)) return record
  const entry = name.startsWith(OUTBOX) ? withoutNames(record.value as OutboxEntry) : undefined
  return entry && { ...record, value: entry }
}

/**
 * Forgets what this device holds of everybody but the signed-in person, save what they have not sent, and whatever is
 * older than fourteen days.
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

/** Forgets at start, at every sign-in and whenever a login ends. Returns what ends it. */
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
