import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateWithin, migrationNames } from '../../db/migrate.ts'
import { connect } from '../../db/open.ts'
import type { Db } from '../../db/types.ts'
import { oldestReached } from '../../db/way-back.ts'
import { contentsOf } from '../../testing/backups.ts'
import { begin, run } from '../../testing/commands.ts'
import { signIn, soon, startProduct } from '../../testing/product.ts'
import { FLEETING, formerCollege, lostIn } from '../../testing/upgraded.ts'
import { formerStates, schemaOf } from '../../testing/upgrades.ts'

const LIMIT = { timeout: 120_000 }
const target = await oldestReached()
const hasWay = target !== migrationNames.at(-1)
if (!hasWay) process.stderr.write('a way back from this version: left out, since its last migration declares none\n')

/** A college as the former version has left it, from where today's program starts over it and goes back to. */
async function formerVersion() {
  const { db, owned, roles, ...college } = await formerCollege(formerStates().at(-1) ?? '')
  await db.transaction().execute((tx) => migrateWithin(tx, target))
  await db.destroy()
  // An open pool of the test's own would be taken for a server's.
  const looking = async <T>(look: (db: Db) => Promise<T>) => {
    const opened = connect({ ...owned, max: 1 })
    try {
      return await look(opened.db)
    } finally {
      await opened.close()
    }
  }
  /** All but the rights, which a start gives anew. */
  const schema = () =>
    looking(async (one) =>
      (await schemaOf(one, roles)).filter((line) => !/ of \w to |^\S+ to |^schema jobs: /.test(line)),
    )
  return { ...college, owned, looking, schema }
}

test.runIf(hasWay)(
  'a college goes on with today’s version, and comes back with all that was written',
  LIMIT,
  async () => {
    const { environment, before, looking, schema } = await formerVersion()
    const former = await schema()
    const product = await startProduct(environment)
    expect(product.said()).toContain(`an upgrade: npm run db:back -- ${target} undoes it`)
    expect(product.said()).not.toContain('a backup')
    const headers = await signIn(product.base, 'admin@college.test', 'ClinicalElog1')
    const department = { name: 'Written since', type: 'academic' }
    const added = await fetch(`${product.base}/departments`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(department),
    })
    expect(added.status).toBe(201)
    const beside = await run('db-back', environment, target)
    expect([beside.status, beside.said]).toEqual([
      1,
      expect.stringContaining('Nothing was changed: a server runs on this'),
    ])
    expect(await product.end('SIGTERM')).toEqual([0, null])

    const without = await run('db-back', environment)
    expect([without.status, without.said]).toEqual([1, expect.stringContaining(`goes back as far as ${target}`)])
    const back = await run('db-back', environment, target)
    expect([back.status, back.said]).toEqual([0, expect.stringContaining(`The database is as ${target} has left it`)])
    // So `db:back … && ln …` of the docs also leads back from a version that changed no schema.
    const twice = await run('db-back', environment, target)
    expect([twice.status, twice.said]).toEqual([0, expect.stringContaining('There is nothing to undo.\n')])
    expect(await schema()).toEqual(former)
    expect(await looking((db) => lostIn(db, before, FLEETING))).toEqual({})
    const departments = await looking((db) => db.selectFrom('departments').select(['name', 'type']).execute())
    expect(departments).toContainEqual(department)

    const again = await startProduct(environment)
    expect(await again.end('SIGTERM')).toEqual([0, null])
  },
)

test.runIf(hasWay)('a way back that is cut off in the middle has changed nothing', LIMIT, async () => {
  const { environment, owned, looking, schema } = await formerVersion()
  await looking((db) => db.transaction().execute((tx) => migrateWithin(tx)))
  const [today, rows] = [await schema(), await looking(contentsOf)]
  const [holding, watching] = [new pg.Client(owned), new pg.Client(owned)]
  await Promise.all([holding.connect(), watching.connect()])
  try {
    // The way to the oldest state ends with this table: all that is newer has been undone by then.
    await holding.query('begin')
    await holding.query('lock table eligibility_rule_sets in access share mode')
    const { child, said, ended } = begin('db-back', environment, target)
    const waits = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name ~ '^clinical'`
    await expect.poll(async () => [(await watching.query(waits)).rowCount, said()], soon).toEqual([1, ''])
    child.kill('SIGKILL')
    expect(await ended).toMatchObject({ status: null })
  } finally {
    await Promise.all([holding.end(), watching.end()])
  }
  expect(await schema()).toEqual(today)
  expect(await looking(contentsOf)).toEqual(rows)
})
