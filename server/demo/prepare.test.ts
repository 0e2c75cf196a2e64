import { expect, test } from 'vitest'
import { whileHolding } from '../db/held-lock.ts'
import { diskStore } from '../files/disk.ts'
import { readSettings } from '../settings.ts'
import { unfurnished } from '../testing/college.ts'
import { DEMO_LOCK, prepareDemo } from './prepare.ts'

const at = await unfurnished()

test('the demo refuses a database that is not its own, and leaves it as it was', async () => {
  await at.make.user({ name: 'A real administrator' })
  const files = diskStore(at.filesDirectory)
  await expect(
    prepareDemo({ db: at.db, files, settings: readSettings({}), jobs: at.jobs }, () => undefined),
  ).rejects.toThrow('this database is not the demo college’s')
  expect(await at.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'A real administrator' }])
})

test('while another process makes the demo, this one waits, and makes no second one', async () => {
  const services = { db: at.db, files: diskStore(at.filesDirectory), settings: readSettings({}), jobs: at.jobs }
  const said: string[] = []
  const waiting = await whileHolding(at.db, DEMO_LOCK, { wait: false }, async () => {
    const second = prepareDemo(services, (line) => said.push(line))
    await expect.poll(() => said).toEqual(['Another process makes the demo college: waiting for it …'])
    await at.db
      .insertInto('secrets')
      .values({ name: 'demo', value: Buffer.from('1') })
      .execute()
    return { second }
  })
  await waiting?.second
  expect(said).toHaveLength(1)
})
