import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/backups.ts'
import { formerCollege, lostIn } from '../testing/upgraded.ts'
import { formerStates, schemaOf } from '../testing/upgrades.ts'
import { migrateWithin, migrationNames, wayBackOf } from './migrate.ts'
import { undoTo } from './way-back.ts'

const newest = formerStates().at(-1) ?? ''

test('each way back leads to the schema of before, to the letter, and loses no row of a college', async () => {
  const { db, roles, before } = await formerCollege(newest)
  const to = (name: string) => db.transaction().execute((tx) => migrateWithin(tx, name))
  const state = async () => [
    ...(await schemaOf(db, roles)),
    ...(await sql<{ name: string }>`select name from jobs.queue order by 1`.execute(db)).rows.map(({ name }) => name),
  ]
  const walked: string[] = []
  for (const [position, name] of migrationNames.entries()) {
    const former = migrationNames[position - 1]
    if (former === undefined || !(await wayBackOf(name))) continue
    await to(former)
    const schema = await state()
    await to(name)
    const { undone } = await db.transaction().execute((tx) => undoTo(tx, former))
    expect(undone).toEqual([name])
    expect(await state(), name).toEqual(schema)
    walked.push(name)
  }
  expect(walked.length).toBeGreaterThanOrEqual(9)
  expect(await lostIn(db, before)).toEqual({})
})

test('what would be lost is named, what can’t be undone too, and nothing is written', async () => {
  const { db } = await emptyDatabase()
  await db.transaction().execute((tx) => migrateWithin(tx, '0082_concerns'))
  for (const statement of [
    `update college_settings set alert_mail = 'it@college.test', signatories = '[{"name": "Dr. Azra", "title": "Principal"}]'`,
    'insert into eligibility_rule_sets (attendance) values (75)',
    'insert into document_numbers (year, last) values (2026, 3)',
  ])
    await sql.raw(statement).execute(db)
  const roles = { owner: '-', app: '-' }
  const schema = await schemaOf(db, roles)
  const back = (name: string) => db.transaction().execute((tx) => undoTo(tx, name))
  await expect(back('0069_past_imports')).rejects.toThrow(
    'it would lose what has been made since: addresses of alerts (1), signatories of the papers (1), years of their numbers (1), rule sets of the eligibility (1)',
  )
  await expect(back('0036')).rejects.toThrow('the database has no migration 0036')
  await expect(back('0001_foundation')).rejects.toThrow(
    /^there is no way back from .*0002_administration.*npm run restore/,
  )
  expect(await back('0082_concerns')).toEqual({ undone: [], forgotten: [] })
  expect(await schemaOf(db, roles)).toEqual(schema)
})
