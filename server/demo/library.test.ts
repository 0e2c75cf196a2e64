import { expect, test } from 'vitest'
import { fileTypeOf } from '../files/file-types.ts'
import { unfurnished } from '../testing/college.ts'
import { fillCollege } from './college.ts'
import { fillLibrary } from './library.ts'
import { fillStaff } from './staff.ts'

const at = await unfurnished()

test('the demo’s library has sixty entries, whose files are what the server would take them for', async () => {
  const college = await fillCollege(at.db, '2026-05-04', 'none')
  const staff = await fillStaff(at.db, college)
  const files = new Map<string, Buffer>()
  const putFile = async (bytes: Buffer) => {
    files.set(`key ${files.size}`, bytes)
    return `key ${files.size - 1}`
  }
  expect(await fillLibrary(at.db, college, staff, putFile)).toBe(60)
  const { data } = (await (await at.as('clerk')).get('/libraries?per_page=500')).body
  expect(data).toHaveLength(60)
  const rows = await at.db.selectFrom('library_entries').selectAll().execute()
  for (const { filename, file_type, file_size, storage_key } of rows) {
    const bytes = files.get(storage_key) ?? Buffer.alloc(0)
    expect([filename, file_type, file_size]).toEqual([filename, fileTypeOf(filename, bytes), bytes.length])
  }
  expect(new Set(rows.map(({ file_type }) => file_type))).toEqual(
    new Set(['application/pdf', 'image/png', 'text/plain', 'text/csv']),
  )
  expect(new Set(rows.map(({ title }) => title)).size).toBe(60)
})
