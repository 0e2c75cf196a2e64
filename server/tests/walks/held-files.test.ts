import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { holdsFiles } from '../../features.ts'
import { careForFiles } from '../../files/care.ts'
import type { FileStore } from '../../files/files.ts'
import { libraryOver, STORES } from '../../testing/library.ts'
import { walked } from '../../testing/walked.ts'

// For every table with files: while a file's row is there the sweep leaves the file, and not when it is gone.

const libraries = { directory: await libraryOver('directory'), bucket: await libraryOver('bucket') }
const log = pino({ level: 'silent' })

describe.each(STORES)('the sweep of a %s', (kind) => {
  const { at, files, keptKeys, removedKeys } = libraries[kind]

  /** As on the day after: everything that is there is older than a day. */
  const tomorrow: FileStore = {
    ...files,
    keptFiles: async function* () {
      for await (const { key } of files.keptFiles()) yield { key, at: new Date(0) }
    },
  }
  const sweep = async () =>
    (await careForFiles(at.plainDb, tomorrow, { holders: holdsFiles, most: 20, keptDays: 30, log })).sweep()

  test.each(holdsFiles)('leaves what %s has, until it has it no more', async (table) => {
    const { keep } = walked('files')[table] ?? {}
    if (!keep) throw new Error(`Nothing gives a row of ${table} a file: say how in files of its walks.ts`)
    const key = await keep(libraries[kind])
    await sweep()
    expect(await keptKeys()).toContain(key)
    await at.db.deleteFrom(table).where('storage_key', '=', key).execute()
    await sweep()
    expect(await keptKeys()).not.toContain(key)
    expect(await removedKeys()).toContain(key)
  })
})
