import type { Endpoint, Schema } from '../../shared/endpoint.ts'
import { ApiError, type FieldErrors, problemsOf, unreached } from '../core/api-error.ts'
import { call } from '../core/call.ts'
import { getLogin, onLoginChange } from '../core/login.ts'
import { store } from '../core/store.ts'
import { toast } from '../core/toasts.ts'
import { allKept, forget, forgetAll, keep, keepAtOnce, onKeptElsewhere } from './device.ts'

/**
 * An entry that the person has saved and that may not have reached the server: kept on the device, and sent once when
 * the network is there. `failed` was refused; `conflict` met a change of others. `saved` stays for a day, to be shown.
 */
export interface OutboxEntry<Body = unknown, About = unknown, Reply = unknown> {
  /** A kind's name and an id: "attendance:42". A later entry with the same subject replaces it. */
  subject: string
  /** The name for people. */
  title: string
  endpoint: Sendable
  body: Body
  /** The key of a create, so that sending twice makes one record. */
  key?: string | undefined
  /** The data that the feature needs to tell people about the body later. */
  about?: About | undefined
  state: 'waiting' | 'saved' | 'failed' | 'conflict'
  /** The reason of a failure; for a saved entry, news that the person should know. */
  problem: string | null
  /** The problems by field. */
  errors?: FieldErrors | undefined
  /** True when it was sent without an answer: it may have arrived. */
  unanswered?: boolean
  /** The time of posting. */
  at: string
  /** The server's answer, once saved. */
  reply: Reply | null
}

/** The part of a declaration that a call needs; schemas can't be stored. */
type Sendable = Pick<Endpoint, 'method' | 'path' | 'summary' | 'action' | 'failure'>

type Change<About = unknown, Reply = unknown> = Partial<
  Pick<OutboxEntry<unknown, About, Reply>, 'about' | 'state' | 'problem' | 'errors' | 'unanswered' | 'reply'>
>

type Posted<Body, About> = Pick<OutboxEntry<Body, About>, 'subject' | 'title' | 'endpoint' | 'body' | 'key' | 'about'>

/** The start of the names of kept entries. */
export const OUTBOX = 'outbox/'
const TOLD = 'told/outbox'
const EVERY_MS = 10_000
const SAVED_SHOWN_DAYS = 1

/** The entries until the device has been read, after a sign-in or the opening of the page. */
export const NOT_READ: readonly OutboxEntry[] = []

/** The entries of the signed-in person. */
export const outbox = store(NOT_READ)

const userId = () => getLogin()?.user.id

export const entryOf = (subject: string) => outbox.get().find((entry) => entry.subject === subject)

/** Returns the entries that only this device has. */
export const unsent = () => outbox.get().filter(({ state }) => state !== 'saved')

let changes = 0

/** Reads the kept entries; another tab may have written some. */
async function load(): Promise<void> {
  const owner = userId()
  const before = changes
  const all = owner === undefined ? [] : await allKept<OutboxEntry>(owner, OUTBOX)
  // A change made meanwhile may be missing in the entries just read.
  if (before !== changes) return load()
  if (userId() !== owner) return
  // Most devices keep none, and no screen is drawn anew for that.
  if (all.length === 0 && outbox.get() !== NOT_READ && outbox.get().length === 0) return
  outbox.set(all.map(([, { value }]) => value).sort((a, b) => a.at.localeCompare(b.at)))
}

/** Notifies the other tabs; a tab that misses it reloads before it sends. */
function tell(owner: number): void {
  changes += 1
  try {
    keepAtOnce(owner, TOLD, Math.random())
  } catch {}
}

async function write(owner: number, entry: OutboxEntry): Promise<void> {
  await keep(owner, OUTBOX + entry.subject, entry)
  tell(owner)
  if (userId() !== owner) return
  outbox.set([...outbox.get().filter(({ subject }) => subject !== entry.subject), entry])
}

/** Keeps an entry; `sendNow` sends it. */
export async function post<Body, About>(posted: Posted<Body, About>): Promise<void> {
  const { subject, title, endpoint, body, key, about } = posted
  const owner = userId()
  if (owner === undefined) return
  const { method, path, summary, action, failure } = endpoint
  const declared = { method, path, summary, action, failure }
  const at = new Date().toISOString()
  const state = 'waiting'
  await write(owner, { subject, title, endpoint: declared, body, key, about, state, problem: null, at, reply: null })
}

/** Returns the entry as it is now, or nothing once it has been dropped or replaced. */
export const asNow = <Entry extends OutboxEntry>({ subject, at }: Entry): Entry | undefined =>
  outbox.get().find((now): now is Entry => now.subject === subject && now.at === at)

/** Changes an entry, if it has not been replaced. */
export async function revise<Body, About, Reply>(
  entry: OutboxEntry<Body, About, Reply>,
  change: Change<About, Reply>,
): Promise<void> {
  const owner = userId()
  const now = asNow(entry)
  if (owner !== undefined && now) await write(owner, { ...now, ...change })
}

/** Sends a refused entry again. */
export async function retry(subject: string): Promise<void> {
  const entry = entryOf(subject)
  if (!entry) return
  await revise(entry, { state: 'waiting', problem: null, errors: undefined })
  await sendNow()
}

export async function drop(subject: string): Promise<void> {
  const owner = userId()
  if (owner === undefined) return
  await forget(owner, OUTBOX + subject)
  tell(owner)
  outbox.set(outbox.get().filter((entry) => entry.subject !== subject))
}

/** Returns true for a missing answer, an ended login, or a server that will be back: the next try comes by itself. */
const comesLater = (error: unknown) => error instanceof ApiError && [0, 401, 429, 502, 503, 504].includes(error.status)

/** Returns the state of an entry after this failure; unnamed fields stay as they were. */
function changeAfter(error: unknown): Change {
  const change: Change = { state: comesLater(error) ? 'waiting' : 'failed', problem: problemsOf(error) }
  if (unreached(error)) change.unanswered = true
  if (!(error instanceof ApiError)) return change
  if (error.status === 409) change.state = 'conflict'
  if (error.errors) change.errors = error.errors
  return change
}

/** Sends an entry, and returns true if the next may follow. */
async function send(owner: number, entry: OutboxEntry): Promise<boolean> {
  const { endpoint, body, key = '' } = entry
  const change = await call(endpoint as Endpoint & { body: Schema; status: 201 }, { body, key }).then(
    (reply): Change => ({ state: 'saved', problem: null, reply }),
    changeAfter,
  )
  const goesOn = change.state !== 'waiting'
  // The entry was dropped, replaced, or found to be stored, while it was on its way.
  if (userId() !== owner || asNow(entry)?.state !== entry.state) return goesOn
  await revise(entry, change)
  // The person has gone on to other screens, so a toast tells the outcome.
  if (entry.problem !== null && change.state === 'saved') toast.success(`Sent: ${entry.title}`)
  if (entry.problem !== null && goesOn && change.problem) toast.error(`${entry.title}: ${change.problem}`)
  return goesOn
}

async function sendWaiting(): Promise<void> {
  const owner = userId()
  if (owner === undefined || getLogin()?.user.must_change_password) return
  await load()
  const tried = new Set<string>()
  for (;;) {
    const next = outbox.get().find(({ state, subject }) => state === 'waiting' && !tried.has(subject))
    if (!next || userId() !== owner) return
    tried.add(next.subject)
    if (!(await send(owner, next))) return
  }
}

let running: Promise<void> | undefined

/** Sends the waiting entries one after the other, and in a single tab where the browser has locks. */
function flush(): Promise<void> {
  // Missing in a page that came without TLS.
  const locks: LockManager | undefined = navigator.locks
  const sending = locks
    ? locks.request('outbox', { ifAvailable: true }, (mine) => (mine ? sendWaiting() : load()))
    : sendWaiting()
  return sending.finally(() => {
    running = undefined
  })
}

function start(): Promise<void> {
  running ??= flush()
  return running
}

/** Sends all entries that wait now. */
export async function sendNow(): Promise<void> {
  // A run that had begun before may have passed the latest entry by.
  await running
  await start()
}

/** Sends at start, at a sign-in, when the network or the person is back, and every ten seconds while an entry waits. */
export function startOutbox(): () => void {
  let token: string | undefined
  const onLogin = () => {
    const login = getLogin()
    if (login?.token === token) return
    token = login?.token
    if (login) void start()
    else outbox.set(NOT_READ)
  }
  const onBack = () => {
    if (document.visibilityState === 'visible' && getLogin()) void start()
  }
  const forgetShown = async () => {
    const owner = userId()
    await load()
    const limit = new Date(Date.now() - SAVED_SHOWN_DAYS * 86_400_000).toISOString()
    for (const { subject, state, at } of outbox.get())
      if (state === 'saved' && at < limit && userId() === owner) await drop(subject)
  }
  void forgetShown().then(onLogin)
  const stopFollowing = onLoginChange(onLogin)
  const stopLooking = onKeptElsewhere(userId, TOLD, () => void load())
  window.addEventListener('online', onBack)
  document.addEventListener('visibilitychange', onBack)
  const timer = setInterval(() => {
    if (outbox.get().some(({ state }) => state === 'waiting')) void start()
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    stopFollowing()
    stopLooking()
    window.removeEventListener('online', onBack)
    document.removeEventListener('visibilitychange', onBack)
  }
}

/** Forgets all entries of a person who leaves this device. */
export async function emptyOutbox(owner: number): Promise<void> {
  await forgetAll(owner)
  outbox.set(NOT_READ)
}
