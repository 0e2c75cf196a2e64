import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyInput, Endpoint, Reply as ReplyOf } from '../../shared/endpoint.ts'
import { type Contract, refresh } from '../core/queries.ts'
import { confirmDiscard, forgetBegun, useAllBegun, useBegun } from './begun.ts'
import { drop, NOT_READ, type OutboxEntry, outbox, post, retry, sendNow } from './outbox.ts'

interface Shown {
  /** The name for people: "Attendance not sent". */
  title: string
  /** The screen with the unsent entries. */
  screen: string
  /** Loads the contracts of everything that shows or counts what an entry changes: few people send from the device. */
  stale: () => Promise<readonly Contract[]>
}

interface Posted<E extends Endpoint, Body, About, Reply> {
  /** The name for people. */
  title: string
  /** The endpoint that takes the body and answers with the reply. */
  endpoint: ReplyOf<E> extends Reply ? E : never
  body: Body & BodyInput<E>
  /** The form's key, unless the body has one. */
  key?: string
  about: About
}

/** A record's values on this device. */
export interface OnDevice {
  id: number
  subject: string
  title: string
  state: OutboxEntry['state'] | 'begun'
  problem: string | null
}

/** The entries that a feature keeps on the device and sends from there, with their types. */
export type Kind<Body, About, Reply> = ReturnType<typeof kind<Body, About, Reply>>

const known: (Shown & { isOwn: (entry: OutboxEntry) => boolean })[] = []

/** The registered kinds. */
export const kinds: Readonly<typeof known> = known

type Entries = readonly OutboxEntry[]

/** Returns the entries that the server has answered since `before`. */
function answeredSince(before: Entries, now: Entries): Entries {
  if (before === NOT_READ || now === NOT_READ) return []
  const isKnown = ({ subject, at, state }: OutboxEntry) =>
    before.some((one) => one.subject === subject && one.at === at && one.state === state)
  const answered = now.filter((entry) => entry.state !== 'waiting' && !isKnown(entry))
  // Another tab may have got the answer and dropped the entry.
  const gone = before.filter((entry) => entry.state === 'waiting' && !now.some((one) => one.subject === entry.subject))
  return [...answered, ...gone]
}

/** Reads stale queries again as soon as the server has answered an entry. Returns a function that ends it. */
export function refreshAnswered(client: QueryClient): () => void {
  let before = outbox.get()
  return outbox.follow(() => {
    const answered = answeredSince(before, outbox.get())
    before = outbox.get()
    for (const { isOwn, stale } of known)
      if (answered.some(isOwn)) void stale().then((contracts) => refresh(client, contracts))
  })
}

/** Returns what `make`, always the same function, makes of a value: anew only when that is another one. */
const useMade = <From, To>(from: From, make: (from: From) => To): To => useMemo(() => make(from), [from, make])

/**
 * Registers the entries of a feature: their body, the data that the feature needs about it later, and the server's
 * reply. The values kept under this name are trusted to have these types, only here.
 */
export function kind<Body, About, Reply>(name: string, shown: Shown) {
  type Entry = OutboxEntry<Body, About, Reply>
  /** Without an id, the start of all subjects. */
  const subjectOf = (id: number | '' = '') => `${name}:${id}`
  const isOwn = (entry: OutboxEntry): entry is Entry => entry.subject.startsWith(subjectOf())
  const find = (entries: readonly OutboxEntry[], id: number) =>
    entries.filter(isOwn).find(({ subject }) => subject === subjectOf(id))
  const idOf = ({ subject }: Entry) => Number(subject.slice(subjectOf().length))
  const postOwn = <E extends Endpoint>(id: number, posted: Posted<E, Body, About, Reply>) =>
    post({ subject: subjectOf(id), ...posted })
  const listed = (entries: Entries) => entries.filter(isOwn).map((entry) => ({ ...entry, id: idOf(entry) }))
  const listedBegun = (begun: ReturnType<typeof useAllBegun>[0]) =>
    begun.map(([rest, { title }]) => {
      const id = Number(rest)
      return { id, subject: subjectOf(id), title, state: 'begun' as const, problem: null }
    })
  known.push({ ...shown, isOwn })
  return {
    subjectOf,
    idOf,
    isOwn,
    entryOf: (id: number) => find(outbox.get(), id),
    /** Returns the entries; the same array until one of them changes. */
    useEntries: () => useMade(outbox.use(), listed),
    /** Returns the typed value of a record, its last submission, and that one again while it has not arrived. */
    useKept<T>(id: number, asToday?: (kept: T) => T) {
      const begun = useBegun(subjectOf(id), asToday)
      const sent = find(outbox.use(), id)
      return { begun, sent, unsent: sent?.state === 'saved' ? undefined : sent }
    },
    /** Returns the records with a typed value, the same array until they are read again, and a function that does so. */
    useAllBegun(): [begun: readonly (OnDevice & { state: 'begun' })[], reload: () => void] {
      const [begun, reload] = useAllBegun(subjectOf())
      return [useMade(begun, listedBegun), reload]
    },
    /** Keeps an entry; `sendNow` sends it. */
    post: postOwn,
    /** Keeps an entry in place of the typed value, sends it, and returns it as it is afterwards. */
    async send<E extends Endpoint>(id: number, posted: Posted<E, Body, About, Reply>, begun: { forget: () => void }) {
      await postOwn(id, posted)
      begun.forget()
      await sendNow()
      return find(outbox.get(), id)
    },
    retry: (id: number) => retry(subjectOf(id)),
    drop: (id: number) => drop(subjectOf(id)),
    /** Asks, then discards the device's values of a record; returns true if it did. */
    async discard(id: number, asked: Parameters<typeof confirmDiscard>[0]): Promise<boolean> {
      if (!(await confirmDiscard(asked))) return false
      await drop(subjectOf(id))
      forgetBegun(subjectOf(id))
      return true
    },
  }
}
