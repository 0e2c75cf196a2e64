import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where uploaded files lie: a directory or a bucket. Keys are ours, never a client's. */
export interface FileStore {
  /** A path on this machine to write an upload to before `keep` or its removal. */
  temporaryPath(): Promise<string>
  /** Moves a synced temporary file into the store for good and returns its key. */
  keep(temporaryPath: string): Promise<string>
  /** The bytes behind a key; undefined when they are not there. */
  read(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** Every key older than `before`, to sweep what no row refers to. */
  keysBefore(before: Date): AsyncIterable<string>
}

/** A random key in one of 256 folders. */
export function newKey(): string {
  const name = randomBytes(20).toString('hex')
  return `${name.slice(0, 2)}/${name}`
}

export const temporaryPathIn = (directory: string) => async () => {
  await mkdir(directory, { recursive: true })
  return join(directory, randomBytes(16).toString('hex'))
}

/** Removes uploads that a killed process left half-written. */
export async function sweepTemporary(directory: string, before: Date): Promise<void> {
  for (const name of await readdir(directory).catch(() => []))
    if ((await stat(join(directory, name))).mtime < before) await rm(join(directory, name), { force: true })
}
