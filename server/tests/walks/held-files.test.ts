import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { holdsFiles } from '../../features.ts'
import { careForFiles } from '../../files/care.ts'
import type { FileStore } from '../../files/files.ts'
import type { FileHolder } from '../../files/holders.ts'
import { libraryOver, STORES } from '../../testing/library.ts'

// For every table with files: while a file's row is there the sweep leaves the file, and not when it is gone.

const libraries = { directory: await libraryOver('directory'), bucket: await libraryOver('bucket') }
const log = pino({ level: 'silent' })

describe.each(STORES)('the sweep of a %s', (kind) => {
  const { at, files, keptKeys, removedKeys, faculty, medicine, student } = libraries[kind]
  const put = async () => {
    const path = await files.temporaryPath()
    await writeFile(path, 'work')
    return { size: 4, sha256: Buffer.alloc(32), storage_key: await files.keep(path) }
  }

  async function handIn(table: 'submission_files' | 'former_submission_files'): Promise<string> {
    const submission_id = await at.make.submission(await at.make.task(medicine, []), (await student()).id)
    const file = await put()
    await at.db
      .insertInto(table)
      .values({ submission_id, name: 'a.pdf', ...file })
      .execute()
    return file.storage_key
  }

  /** Table → what gives one of its rows a file, whose key comes back. */
  const HELD: Record<FileHolder, () => Promise<string>> = {
    submission_files: () => handIn('submission_files'),
    former_submission_files: () => handIn('former_submission_files'),
    library_entries: async () => {
      const id = await at.make.libraryEntry(medicine)
      return (await at.stored('library_entries', id))?.storage_key ?? ''
    },
    library_uploads: async () => {
      const { size: file_size, ...file } = await put()
      const row = { user_id: faculty.userId, upload_key: file.storage_key, filename: 'a', file_type: 'a/b', file_size }
      await at.db
        .insertInto('library_uploads')
        .values({ ...row, ...file })
        .execute()
      return file.storage_key
    },
    leave_files: async () => {
      const leave_id = await at.make.leaveRequest((await student()).id, [medicine])
      const file = await put()
      await at.db
        .insertInto('leave_files')
        .values({ leave_id, name: 'a.pdf', type: 'application/pdf', ...file })
        .execute()
      return file.storage_key
    },
    announcement_files: async () => {
      const announcement_id = await at.make.announcement()
      const file = await put()
      await at.db
        .insertInto('announcement_files')
        .values({ announcement_id, name: 'a.pdf', type: 'application/pdf', ...file })
        .execute()
      return file.storage_key
    },
    reporting_files: async () => {
      const reporting_id = await at.make.reporting(
        (await student()).id,
        await at.make.staff(await at.make.user(), medicine),
      )
      const entry = { reporting_id, kind: 'comment', author_id: faculty.userId } as const
      const { id: reporting_entry_id } = await at.db
        .insertInto('reporting_entries')
        .values(entry)
        .returning('id')
        .executeTakeFirstOrThrow()
      const file = await put()
      await at.db
        .insertInto('reporting_files')
        .values({ reporting_entry_id, position: 0, name: 'a.txt', type: 'text/plain', ...file })
        .execute()
      return file.storage_key
    },
  }

  /** As on the day after: everything that is there is older than a day. */
  const tomorrow: FileStore = {
    ...files,
    keptFiles: async function* () {
      for await (const { key } of files.keptFiles()) yield { key, at: new Date(0) }
    },
  }
  const sweep = async () =>
    (await careForFiles(at.plainDb, tomorrow, { holders: holdsFiles, most: 20, keptDays: 30, log })).sweep()

  test.each(Object.entries(HELD))('leaves what %s has, until it has it no more', async (table, make) => {
    const key = await make()
    await sweep()
    expect(await keptKeys()).toContain(key)
    await at.db
      .deleteFrom(table as FileHolder)
      .where('storage_key', '=', key)
      .execute()
    await sweep()
    expect(await keptKeys()).not.toContain(key)
    expect(await removedKeys()).toContain(key)
  })
})
