import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationNames } from '../../db/migrate.ts'
import type { Db } from '../../db/types.ts'
import { contentsOf } from '../../testing/backups.ts'
import { begin } from '../../testing/commands.ts'
import { expectGoesOn } from '../../testing/going-on.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { soon, startProduct } from '../../testing/product.ts'
import { FLEETING, formerCollege, lostIn } from '../../testing/upgraded.ts'
import { formerStates } from '../../testing/upgrades.ts'

const LIMIT = { timeout: 120_000 }

test.each(formerStates())('a college of %s goes on: rows, schema, people, files, ids and trail', LIMIT, expectGoesOn)

const migrationsIn = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

test(
  'a start that is killed between two migrations has changed nothing, and the next one does all',
  LIMIT,
  async () => {
    const { db, before, environment } = await formerCollege('0001-tasks')
    await db.transaction().execute(async (tx) => {
      // The sixth one changes it; five have been done by then.
      await sql`lock table audit in share mode`.execute(tx)
      const { child, ended } = begin('main', environment)
      await expect.poll(() => waitingForLocks(db), soon).toBe(1)
      child.kill('SIGKILL')
      expect(await ended).toMatchObject({ status: null })
    })
    expect(await migrationsIn(db)).toEqual(migrationNames.slice(0, 1))
    expect(await contentsOf(db)).toEqual(before)
    const product = await startProduct(environment)
    expect(await product.end('SIGTERM')).toEqual([0, null])
    expect(await migrationsIn(db)).toEqual(migrationNames)
    expect(await lostIn(db, before, FLEETING)).toEqual({})
  },
)
