import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setRetention } from '../../db/retention.ts'
import { unfurnished } from '../../testing/college.ts'
import { removeOldTrail } from './old-trail.writes.ts'
import { contentOf } from './seals.reads.ts'
import { sealTrail } from './seals.writes.ts'
import { sweepTrail } from './sweeping.ts'
import { checkTrail } from './trail-check.reads.ts'

const at = await unfurnished()

/** As who owns the database may: without the triggers that keep the trail. */
async function tamper(...statements: string[]): Promise<void> {
  await at.db.transaction().execute(async (tx) => {
    await sql`alter table audit disable trigger all`.execute(tx)
    await sql`alter table audit_seals disable trigger all`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    await sql`alter table audit enable trigger all`.execute(tx)
    await sql`alter table audit_seals enable trigger all`.execute(tx)
  })
}

beforeEach(async () => {
  await tamper('truncate audit, audit_seals restart identity')
  await setRetention(at.db, {})
})

/** Rows of so many years ago, in seals of their own of then. */
async function sealedYearsAgo(years: number, count: number, entity = 'task', changes = {}): Promise<void> {
  const then = sql<string>`now() - make_interval(years => ${years})`
  const row = { action: 'update', entity, entity_id: 1, changes: JSON.stringify(changes), at: then }
  await at.plainDb
    .insertInto('audit')
    .values(Array.from({ length: count }, () => row))
    .execute()
  // A seal says when it was made, and its hash covers that: so the clock of the database is another one for it, and the
  // rule that compares them is off.
  await at.db.connection().execute(async (connection) => {
    await sql`alter table audit_seals disable trigger audit_seals_of_now`.execute(connection)
    await sql`create function public.clock_timestamp() returns timestamptz language sql
      return now() - make_interval(years => ${sql.lit(years)})`.execute(connection)
    await sql`set search_path = public, pg_catalog`.execute(connection)
    await sealTrail(connection)
    await sql`reset search_path`.execute(connection)
    await sql`drop function public.clock_timestamp()`.execute(connection)
    await sql`alter table audit_seals enable trigger audit_seals_of_now`.execute(connection)
  })
}

/** A row of now, not sealed yet. */
const write = () =>
  at.plainDb.insertInto('audit').values({ action: 'update', entity: 'task', entity_id: 1, changes: '{}' }).execute()

/** The next seal, of ids and a time that somebody chose, with the hash that is right for it. */
const forgedSeal = (time: string, covered = '{}') => sql`
  with last as (select * from audit_seals order by id desc limit 1),
  forged as (
    select id + 1 as id, ${sql.lit(time)}::timestamptz(3) as at, ${sql.lit(covered)}::int8multirange as covered,
      0 as row_count, up_to, awaited, ''::bytea as marks, hash as previous
    from last
  )
  insert into audit_seals (id, at, covered, row_count, up_to, awaited, marks, hash)
  select id, at, covered, row_count, up_to, awaited, marks, sha256(previous || ${contentOf(sql.raw('forged'), sql`''`)})
  from forged`
const forgedByOwner = (...forged: Parameters<typeof forgedSeal>) => tamper(forgedSeal(...forged).compile(at.db).sql)

async function check() {
  const lines: string[] = []
  const { rows, seals, removals } = await checkTrail(at.plainDb, { heads: [], isServed: true }, (line) =>
    lines.push(line),
  )
  return { rows, seals, removals, lines }
}
const years = async () => {
  const { rows } = await sql<{ age: number }>`select extract(year from now())::int - extract(year from at)::int as age
    from audit where entity <> 'trail' order by id`.execute(at.db)
  return rows.map(({ age }) => age)
}

test('the trail is kept for good unless years are set', async () => {
  await sealedYearsAgo(20, 2)
  await sweepTrail(at.plainDb)
  expect(await years()).toEqual([20, 20])
})

test('what is older is removed by whole seals, told by a row, and the rest is still proved by the chain', async () => {
  await sealedYearsAgo(12, 3)
  await sealedYearsAgo(11, 2)
  await sealedYearsAgo(9, 2)
  await setRetention(at.db, { AUDIT_KEEP: 10 })
  await sweepTrail(at.plainDb)
  expect(await years()).toEqual([9, 9])
  await sealTrail(at.plainDb)
  expect(await check()).toEqual({ rows: 3, seals: 4, removals: 1, lines: [] })
  const told = await at.db.selectFrom('audit').selectAll().where('entity', '=', 'trail').execute()
  expect(told).toMatchObject([
    { action: 'remove', actor_id: null, changes: { rows: ['{[1,6)}', null], count: [5, null], seal: [0, 2] } },
  ])
  // Nothing new is old enough: no further row.
  await sweepTrail(at.plainDb)
  expect(await at.count('audit')).toBe(3)

  await tamper(`update audit set action = 'other' where id = 7`)
  expect((await check()).lines).toEqual([expect.stringMatching(/^Row 7 was changed/)])
  await tamper('delete from audit where id = 7')
  expect((await check()).lines).toEqual([expect.stringMatching(/^Row 7 is missing/)])
})

test('it goes on where it stopped, whatever was cut off', async () => {
  for (const age of [13, 12, 11]) await sealedYearsAgo(age, 4)
  await setRetention(at.db, { AUDIT_KEEP: 10 })
  expect(await removeOldTrail(at.plainDb, 5)).toBe(2)
  expect(await years()).toEqual([11, 11, 11, 11])
  expect((await check()).lines).toEqual([])
  expect(await removeOldTrail(at.plainDb, 5)).toBe(1)
  expect(await removeOldTrail(at.plainDb, 5)).toBe(0)
  expect(await check()).toMatchObject({ rows: 2, removals: 2, lines: [] })
})

test('what the product still reads of it stays: of whom a survey of then asked', async () => {
  await sealedYearsAgo(12, 1, 'student', { status: ['active', 'graduated'] })
  await sealedYearsAgo(12, 1, 'student', { roll_no: ['1', '2'] })
  await setRetention(at.db, { AUDIT_KEEP: 10 })
  await sweepTrail(at.plainDb)
  expect(await at.db.selectFrom('audit').select('changes').where('entity', '=', 'student').execute()).toEqual([
    { changes: { status: ['active', 'graduated'] } },
  ])
  // The rest of such a seal is proved by its marks.
  await tamper(`update audit set entity_id = 7 where entity = 'student'`)
  expect((await check()).lines).toEqual([expect.stringMatching(/^Row 1 was changed/)])
})

test('the app has nothing removed that the owner has not set, and tells nothing in the place of the database', async () => {
  await sealedYearsAgo(2, 2)
  await expect(sql`update retention set audit_years = 1`.execute(at.plainDb)).rejects.toThrow('permission denied')
  await expect(setRetention(at.plainDb, { AUDIT_KEEP: 1 })).rejects.toThrow('permission denied')
  expect(await removeOldTrail(at.plainDb)).toBe(0)
  const told = { action: 'remove', entity: 'trail', entity_id: 0, changes: JSON.stringify({ rows: ['{[1,3)}', null] }) }
  await expect(at.plainDb.insertInto('audit').values(told).execute()).rejects.toThrow('from the database alone')
  expect(await years()).toEqual([2, 2])
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('a captured connection of the app makes no seal of another time, by which more would be removed, or nothing ever', async () => {
  await sealedYearsAgo(12, 2)
  await sealedYearsAgo(0, 3)
  await setRetention(at.db, { AUDIT_KEEP: 10 })
  for (const time of ['2000-01-01', '-infinity', hoursAgo(2), hoursAgo(-2), 'infinity'])
    await expect(forgedSeal(time).execute(at.plainDb), time).rejects.toThrow('a seal says when it is made')
  // The app may write a seal of now: the trail goes on after it, and nothing more is old.
  await forgedSeal('now').execute(at.plainDb)
  await sweepTrail(at.plainDb)
  expect(await years()).toEqual([0, 0, 0])
  await sealTrail(at.plainDb)
  expect(await check()).toEqual({ rows: 4, seals: 4, removals: 1, lines: [] })
})

test('an old seal behind a young one is waited for, and no young row goes with an old seal, whoever wrote it', async () => {
  await sealedYearsAgo(12, 2)
  await write()
  await forgedByOwner('2001-01-01', '{[1,4)}')
  await sealTrail(at.plainDb)
  await forgedByOwner('2000-01-01', '{[1,5)}')
  await setRetention(at.db, { AUDIT_KEEP: 10 })
  await sweepTrail(at.plainDb)
  expect(await years()).toEqual([0])
  const told = await at.db.selectFrom('audit').select('changes').where('entity', '=', 'trail').execute()
  expect(told).toMatchObject([{ changes: { count: [2, null], seal: [0, 2] } }])
})

test('a seal that says a time long before one before it is found; a clock that was set back a little is none', async () => {
  await sealedYearsAgo(0, 1)
  for (const hours of [20, 40, 60, 80]) await forgedByOwner(hoursAgo(hours))
  await forgedByOwner('infinity')
  await write()
  await sealTrail(at.plainDb)
  const isBack = (seal: number) => expect.stringMatching(`^Seal ${seal} says .*, which is long before a seal before it`)
  expect((await check()).lines).toEqual([isBack(3), isBack(5), isBack(7)])
})
