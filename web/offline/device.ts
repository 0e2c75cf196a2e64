import { createStore, del, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval'

/** A value kept on the device for a person under a name, with its time. */
export interface DeviceRecord<T> {
  value: T
  at: string
}

/** The start of the names of begun values. They hold ids and typed text, never people's names. */
export const BEGUN = 'begun/'

/** Returns the record to keep in place of another, or undefined for none. */
type Become = (key: string, record: unknown) => unknown

interface Device {
  get: (key: string) => Promise<unknown>
  set: (key: string, record: unknown) => Promise<void>
  remove: (key: string) => Promise<void>
  all: () => Promise<[string, unknown][]>
  revise: (become: Become) => Promise<void>
}

function onDatabase(database: UseStore): Device {
  return {
    get: (key) => get(key, database),
    set: (key, record) => set(key, record, database),
    remove: (key) => del(key, database),
    all: () => entries<string, unknown>(database),
    // Runs in one transaction, so that nothing written meanwhile is lost.
    revise: (become) =>
      database('readwrite', (records) => {
        const request = records.openCursor()
        request.onsuccess = () => {
          const cursor = request.result
          if (!cursor) return
          const next = become(String(cursor.key), cursor.value)
          if (next === undefined) cursor.delete()
          else if (next !== cursor.value) cursor.update(next)
          cursor.continue()
        }
        return promisifyRequest(records.transaction)
      }),
  }
}

const PREFIX = 'kept:'

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function reviseLocalStorage(become: Become): void {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const record = parsed(localStorage.getItem(key))
    const next = become(key.slice(PREFIX.length), record)
    if (next === undefined) localStorage.removeItem(key)
    else if (next !== record) localStorage.setItem(key, JSON.stringify(next))
  }
}

/** Serves browsers that refuse the database, as some do in a private window. */
const onLocalStorage: Device = {
  get: async (key) => JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') ?? undefined,
  set: async (key, record) => localStorage.setItem(PREFIX + key, JSON.stringify(record)),
  remove: async (key) => localStorage.removeItem(PREFIX + key),
  all: async () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key.slice(PREFIX.length), JSON.parse(localStorage.getItem(key) ?? 'null')]),
  revise: async (become) => reviseLocalStorage(become),
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

export async function kept<T>(userId: number, name: string): Promise<DeviceRecord<T> | undefined> {
  return (await (await device()).get(keyOf(userId, name))) as DeviceRecord<T> | undefined
}

/** Returns the person's values under names with this start, by the rest of the name. */
export async function allKept<T>(userId: number, start: string): Promise<[string, DeviceRecord<T>][]> {
  const prefix = keyOf(userId, start)
  const all = (await (await device()).all()) as [string, DeviceRecord<T>][]
  return all.filter(([key]) => key.startsWith(prefix)).map(([key, record]) => [key.slice(prefix.length), record])
}

const ownKey = (userId: number, name: string) => PREFIX + keyOf(userId, name)

/**
 * Keeps a small typed value at once, so that even a reload right after a tap does not lose it.
 * @throws when the device has no room, or keeps nothing at all
 */
export const keepAtOnce = (userId: number, name: string, value: unknown) =>
  localStorage.setItem(ownKey(userId, name), JSON.stringify({ value, at: new Date().toISOString() }))

export const forgetAtOnce = (userId: number, name: string) => localStorage.removeItem(ownKey(userId, name))

/** Follows another tab's changes of values that are kept at once, under the person's names with this start. */
export function onKeptElsewhere(owner: () => number | undefined, start: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const userId = owner()
    if (userId !== undefined && (key === null || key.startsWith(ownKey(userId, start)))) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Returns the person's values that were kept at once, under names with this start, by the rest of the name. */
export function keptAtOnce<T>(userId: number, start: string): [string, T][] {
  const prefix = ownKey(userId, start)
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key.slice(prefix.length), (JSON.parse(localStorage.getItem(key) ?? '') as DeviceRecord<T>).value])
}

export async function forget(userId: number, name: string): Promise<void> {
  await (await device()).remove(keyOf(userId, name))
}

/** Forgets all values of a person. */
export async function forgetAll(userId: number): Promise<void> {
  for (const [name] of keptAtOnce(userId, '')) forgetAtOnce(userId, name)
  for (const [name] of await allKept(userId, '')) await forget(userId, name)
}

/** Goes through all values on this device, of any person: `become` returns the value to keep, if any. */
export async function reviseKept(
  become: (userId: number, name: string, record: DeviceRecord<unknown>) => DeviceRecord<unknown> | undefined,
): Promise<void> {
  const revised: Become = (key, record) => {
    const [, userId, name] = /^(\d+)\/(.*)$/s.exec(key) ?? []
    return name !== undefined && isKept(record) ? become(Number(userId), name, record) : undefined
  }
  // A value that was kept at once is changed at once.
  reviseLocalStorage(revised)
  await (await device()).revise(revised)
}

const isKept = (record: unknown): record is DeviceRecord<unknown> =>
  typeof record === 'object' && record !== null && 'value' in record && 'at' in record && typeof record.at === 'string'
