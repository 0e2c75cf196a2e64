import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface KeptFile {
  key: string
  /** When it was written. */
  at: Date
}

/** A file that was set aside, and the day of that, `YYYY-MM-DD`. */
export interface RemovedFile {
  key: string
  day: string
}

/** A range from the byte `start` to the byte `end`, both counted from 0 and both part of it. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A store of uploaded files: a directory or a bucket. Keys are ours, never a client's. Nothing kept is ever deleted
 * from where it is: it is set aside into `removed/<day>`, and only from there forgotten.
 */
export interface FileStore {
  /** A path on this machine to write an upload to before `keep` or its removal. */
  temporaryPath(): Promise<string>
  /** Moves a synced temporary file into the store for good and returns its key. */
  keep(temporaryPath: string): Promise<string>
  /** Moves it under a key that it had before, as a restore does. */
  keepAs(temporaryPath: string, key: string): Promise<void>
  /** The bytes behind a key or a range of them, also of one set aside; undefined when they are not there. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Every kept file. A file that is not named by one of our keys is none. */
  keptFiles(): AsyncIterable<KeptFile>
  /** Puts a kept file into `removed/<today>`. A file that isn't there is ignored. */
  setAside(key: string): Promise<void>
  removedFiles(): AsyncIterable<RemovedFile>
  bringBack(file: RemovedFile): Promise<void>
  /** Deletes a file that was set aside. */
  forget(file: RemovedFile): Promise<void>
  /** The installation that the store says it belongs to, and where it says so. */
  readInstallation(): Promise<string | undefined>
  writeInstallation(id: string): Promise<void>
  readonly installationPlace: string
  /** The key of what the database holds and must not be able to read, as text; see `responses-key.ts`. */
  readResponsesKey(): Promise<string | undefined>
  writeResponsesKey(key: string): Promise<void>
  readonly responsesKeyPlace: string
  /** Returns the trouble that the store has just now, in a word for the health check. */
  trouble?(): 'unchecked' | undefined
}

export const INSTALLATION_FILE = 'installation.txt'
export const RESPONSES_KEY_FILE = 'responses-key.txt'

/** A random key in one of 256 folders. */
export function newKey(): string {
  const name = randomBytes(20).toString('hex')
  return `${name.slice(0, 2)}/${name}`
}

const KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{38}$/
export const isKey = (text: string) => KEY.test(text)
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The day in `removed`; of UTC, whatever a machine's clock is set to. */
export const dayOfRemoval = (at = new Date()) => at.toISOString().slice(0, 10)

export const temporaryPathIn = (directory: string) => async () => {
  await mkdir(directory, { recursive: true })
  return join(directory, randomBytes(16).toString('hex'))
}

/** Removes uploads that a killed process left half-written: those last written to before `before`. */
export async function sweepTemporary(directory: string, before: Date): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    // A file that its own upload has removed meanwhile is none.
    const found = await stat(join(directory, name)).catch(() => undefined)
    if (found && found.mtime < before) await rm(join(directory, name), { force: true })
  }
}
