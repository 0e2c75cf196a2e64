import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** What is kept on the device without network, each under a name of its person, with the moment it was kept. */
export interface Kept<T> {
  value: T
  at: string
}

interface Device {
  get: (key: string) => Promise<unknown>
  set: (key: string, record: unknown) => Promise<void>
  remove: (key: string) => Promise<void>
  all: () => Promise<[string, unknown][]>
}

function onDatabase(database: UseStore): Device {
  return {
    get: (key) => get(key, database),
    set: (key, record) => set(key, record, database),
    remove: (key) => del(key, database),
    all: () => entries<string, unknown>(database),
  }
}

const PREFIX = 'kept:'

/** For a browser that refuses the database, as some do in a private window. */
const onLocalStorage: Device = {
  get: async (key) => JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') ?? undefined,
  set: async (key, record) => localStorage.setItem(PREFIX + key, JSON.stringify(record)),
  remove: async (key) => localStorage.removeItem(PREFIX + key),
  all: async () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key.slice(PREFIX.length), JSON.parse(localStorage.getItem(key) ?? 'null')]),
}

async function findDevice(): Promise<Device> {
  try {
    const database = onDatabase(createStore('clinical-elog', 'kept'))
    await database.get('')
    return database
  } catch {
    return onLocalStorage
  }
}

let found: Promise<Device> | undefined

function device(): Promise<Device> {
  found ??= findDevice()
  return found
}

const keyOf = (userId: number, name: string) => `${userId}/${name}`

/** @throws when the device has no room, or keeps nothing at all */
export async function keep(userId: number, name: string, value: unknown): Promise<void> {
  await (await device()).set(keyOf(userId, name), { value, at: new Date().toISOString() })
}

export async function kept<T>(userId: number, name: string): Promise<Kept<T> | undefined> {
  return (await (await device()).get(keyOf(userId, name))) as Kept<T> | undefined
}

/** Everything of a person whose name begins so, by the rest of the name. */
export async function allKept<T>(userId: number, start: string): Promise<[string, Kept<T>][]> {
  const prefix = keyOf(userId, start)
  const all = (await (await device()).all()) as [string, Kept<T>][]
  return all.filter(([key]) => key.startsWith(prefix)).map(([key, record]) => [key.slice(prefix.length), record])
}

const ownKey = (userId: number, name: string) => PREFIX + keyOf(userId, name)

/**
 * The same for what is small and typed by a person: kept in the very moment, so that not even a reload right after a
 * tap loses it.
 * @throws when the device has no room, or keeps nothing at all
 */
export const keepAtOnce = (userId: number, name: string, value: unknown) =>
  localStorage.setItem(ownKey(userId, name), JSON.stringify({ value, at: new Date().toISOString() }))

export const forgetAtOnce = (userId: number, name: string) => localStorage.removeItem(ownKey(userId, name))

/** Follows what another tab keeps at once, or forgets, under the names of a person that begin so. */
export function onKeptElsewhere(owner: () => number | undefined, start: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const userId = owner()
    if (userId !== undefined && (key === null || key.startsWith(ownKey(userId, start)))) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Everything of a person that was kept at once and whose name begins so, by the rest of the name. */
export function keptAtOnce<T>(userId: number, start: string): [string, T][] {
  const prefix = ownKey(userId, start)
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key.slice(prefix.length), (JSON.parse(localStorage.getItem(key) ?? '') as Kept<T>).value])
}

export async function forget(userId: number, name: string): Promise<void> {
  await (await device()).remove(keyOf(userId, name))
}

/** Forgets what begins so and is older than these days. */
export async function forgetOlder(userId: number, start: string, days: number): Promise<void> {
  const limit = new Date(Date.now() - days * 86_400_000).toISOString()
  for (const [name, { at }] of await allKept(userId, start)) if (at < limit) await forget(userId, start + name)
}

/** Forgets everything of a person. */
export async function forgetAll(userId: number): Promise<void> {
  for (const [name] of keptAtOnce(userId, '')) forgetAtOnce(userId, name)
  for (const [name] of await allKept(userId, '')) await forget(userId, name)
}
