import { expect, test } from 'vitest'
import { diskStore } from '../files/disk.ts'
import { readSettings } from '../settings.ts'
import { unfurnished } from '../testing/college.ts'
import { prepareDemo } from './prepare.ts'

const at = await unfurnished()

test('the demo refuses a database that is not its own, and leaves it as it was', async () => {
  await at.make.user({ name: 'A real administrator' })
  const files = diskStore(at.filesDirectory)
  await expect(
    prepareDemo({ db: at.db, files, settings: readSettings({}), jobs: at.jobs }, () => undefined),
  ).rejects.toThrow('this database is not the demo college’s')
  expect(await at.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'A real administrator' }])
})
