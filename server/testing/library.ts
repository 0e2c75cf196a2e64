import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { holdsFiles } from '../features.ts'
import { bucketStore } from '../files/bucket.ts'
import { diskStore } from '../files/disk.ts'
import type { FileStore } from '../files/files.ts'
import type { Client, TestOptions } from './app.ts'
import { servedBucket } from './bucket.ts'
import { furnished } from './college.ts'
import { countFiles } from './uploads.ts'

/** The two kinds of stores that every promise about files is tested over. */
export const STORES = ['directory', 'bucket'] as const

/** A form for a library entry; a field that is undefined is left out, and so is the file. */
export function entryForm(
  fields: Record<string, string | number | undefined>,
  file?: { name: string; content: BlobPart; type?: string },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  if (file) form.set('file', new Blob([file.content], { type: file.type ?? 'application/pdf' }), file.name)
  return form
}

/** The furnished college whose files lie in a store of this kind; called at the top of a file. */
export async function libraryOver(kind: (typeof STORES)[number], options: TestOptions = {}) {
  const urlOf = kind === 'bucket' ? await servedBucket() : undefined
  let store: FileStore | undefined
  const college = await furnished({
    ...options,
    storeIn: (directory) => {
      store = urlOf
        ? bucketStore(urlOf('files'), join(directory, 'files/incoming'))
        : diskStore(join(directory, 'files'))
      return store
    },
  })
  if (!store) throw new Error('no store')
  const files = store
  const { at, admin, medicine } = college

  const keptKeys = async () => (await Array.fromAsync(files.keptFiles())).map(({ key }) => key).sort()
  const removedKeys = async () => (await Array.fromAsync(files.removedFiles())).map(({ key }) => key).sort()

  /** Every file has its row, every row its file, and nothing is half-written. */
  const expectNoOrphans = async () => {
    const held: string[] = []
    for (const table of holdsFiles)
      for (const row of await at.db.selectFrom(table).select('storage_key').execute()) held.push(row.storage_key)
    expect(await keptKeys()).toEqual(held.sort())
    await expect.poll(() => countFiles(at, 'incoming')).toBe(0)
  }

  const send = (
    file: { name: string; content: BlobPart; type?: string } | undefined,
    fields: Record<string, string | number | undefined> = {},
    caller: Client = admin,
  ) => caller.upload('/libraries', entryForm({ title: 'Atlas', department_id: medicine, ...fields }, file))

  /** Keeps a file that no row names yet. */
  const keepFile = async () => {
    const path = await files.temporaryPath()
    await writeFile(path, 'work')
    return { size: 4, sha256: Buffer.alloc(32), storage_key: await files.keep(path) }
  }

  /** The entry that an administrator adds with this file. */
  const add = async (name: string, content: BlobPart, fields: Record<string, string | number | undefined> = {}) => {
    const { status, body } = await send({ name, content }, fields)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.data
  }

  return { ...college, files, keptKeys, removedKeys, expectNoOrphans, keepFile, send, add }
}

export type HeldCollege = Awaited<ReturnType<typeof libraryOver>>
