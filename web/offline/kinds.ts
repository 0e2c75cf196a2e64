import type { QueryClient } from '@tanstack/react-query'
import type { BodyInput, Endpoint, Reply as ReplyOf } from '../../shared/endpoint.ts'
import { type Contract, refresh } from '../core/queries.ts'
import { NOT_READ, type OutboxEntry, outbox, post } from './outbox.ts'

interface Shown {
  /** What people call it: "Attendance not sent". */
  title: string
  /** Where they find what was not sent. */
  screen: string
  /** What shows, or counts, what an entry changes. */
  stale: readonly Contract[]
}

interface Posted<E extends Endpoint, Body, About, Reply> {
  /** What people call it. */
  title: string
  /** What takes such a body and answers so. */
  endpoint: ReplyOf<E> extends Reply ? E : never
  body: Body & BodyInput<E>
  /** One for a form, unless the body has it. */
  key?: string
  about: About
}

/** What one feature keeps on the device and sends from there: its own entries, with their types. */
export type Kind<Body, About, Reply> = ReturnType<typeof kind<Body, About, Reply>>

const known: (Shown & { isOwn: (entry: OutboxEntry) => boolean })[] = []

/** Every kind that has been registered. */
export const kinds: Readonly<typeof known> = known

type Entries = readonly OutboxEntry[]

/** Finds the entries that the server has answered in between. */
function answeredSince(before: Entries, now: Entries): Entries {
  if (before === NOT_READ || now === NOT_READ) return []
  const isKnown = ({ subject, at, state }: OutboxEntry) =>
    before.some((one) => one.subject === subject && one.at === at && one.state === state)
  const answered = now.filter((entry) => entry.state !== 'waiting' && !isKnown(entry))
  // Another tab may have had the answer and dropped the entry.
  const gone = before.filter((entry) => entry.state === 'waiting' && !now.some((one) => one.subject === entry.subject))
  return [...answered, ...gone]
}

/** Reads again what has gone stale as soon as the server has answered an entry. Returns what ends it. */
export function refreshAnswered(client: QueryClient): () => void {
  let before = outbox.get()
  return outbox.follow(() => {
    const answered = answeredSince(before, outbox.get())
    before = outbox.get()
    for (const { isOwn, stale } of known) if (answered.some(isOwn)) void refresh(client, stale)
  })
}

/**
 * Registers the entries of a feature: their body, what the feature has to know about it later, and the server's reply.
 * That what the device has kept under this name is of these types is taken on trust, here alone.
 */
export function kind<Body, About, Reply>(name: string, shown: Shown) {
  type Entry = OutboxEntry<Body, About, Reply>
  /** Without an id the beginning that all have. */
  const subjectOf = (id: number | '' = '') => `${name}:${id}`
  const isOwn = (entry: OutboxEntry): entry is Entry => entry.subject.startsWith(subjectOf())
  const find = (entries: readonly OutboxEntry[], id: number) =>
    entries.filter(isOwn).find(({ subject }) => subject === subjectOf(id))
  known.push({ ...shown, isOwn })
  return {
    stale: shown.stale,
    subjectOf,
    idOf: ({ subject }: Entry) => Number(subject.slice(subjectOf().length)),
    isOwn,
    entryOf: (id: number) => find(outbox.get(), id),
    useEntries: () => outbox.use().filter(isOwn),
    useEntry: (id: number) => find(outbox.use(), id),
    /** Keeps it; `sendNow` sends it. */
    post: <E extends Endpoint>(id: number, posted: Posted<E, Body, About, Reply>) =>
      post({ subject: subjectOf(id), ...posted }),
  }
}
