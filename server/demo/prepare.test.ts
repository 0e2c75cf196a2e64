import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from '../core/files/disk.ts'
import { readSettings } from '../settings.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { prepareDemo } from './prepare.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('the demo refuses a database that is not its own, and leaves it as it was', async () => {
  await at.make.user({ name: 'A real administrator' })
  const files = diskStore(at.filesDirectory)
  await expect(prepareDemo(at.db, files, readSettings({}), () => undefined)).rejects.toThrow(
    'this database is not the demo college’s',
  )
  expect(await at.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'A real administrator' }])
})
