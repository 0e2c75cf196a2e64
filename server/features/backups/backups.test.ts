import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lastDue } from '../../backing-up.ts'
import { furnished } from '../../testing/college.ts'
import { partOf, textsOf } from '../../testing/today.ts'
import { BACKUP_LOCK, COPY_LOCK, claimBackup, claimCopy, finishBackup } from './writes.ts'

const { at, admin, principal, hod } = await furnished({ environment: { BACKUP_DIR: '/somewhere' } })
const { plainDb: db } = at
const whole = { bytes: 1000, missing_files: 0 }

const due = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
const claim = (dueAt: string) => db.transaction().execute((tx) => claimBackup(tx, dueAt))
const finish = (id: number | undefined, result: Parameters<typeof finishBackup>[2]) =>
  db.transaction().execute((tx) => finishBackup(tx, id ?? 0, result))
const passHours = (hours: number) =>
  sql`update backups set due_at = due_at - make_interval(hours => ${hours}),
    started_at = started_at - make_interval(hours => ${hours})`.execute(at.db)

beforeEach(() => at.db.deleteFrom('backups').execute())

test('one of several servers makes the backup that is due, once', async () => {
  const dueAt = due(1)
  const claimed = await Promise.all(Array.from({ length: 5 }, () => claim(dueAt)))
  const [id] = claimed.filter((one) => one !== undefined)
  expect(claimed.filter((one) => one !== undefined)).toHaveLength(1)
  expect(await claim(dueAt)).toBeUndefined()
  await finish(id, whole)
  await at.db
    .updateTable('backups')
    .set({ started_at: due(5) })
    .execute()
  expect(await claim(dueAt)).toBeUndefined()
  expect(await claim(due(0))).toBeDefined()
})

test('one that failed or was cut off is tried again after an hour, and not while one is being made', async () => {
  const dueAt = due(3)
  await finish(await claim(dueAt), { failure: 'The disk is full' })
  expect(await claim(dueAt)).toBeUndefined()
  await at.db
    .updateTable('backups')
    .set({ started_at: due(2) })
    .execute()
  const held = await at.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${BACKUP_LOCK})`.execute(connection)
    const claimed = await claim(dueAt)
    await sql`select pg_advisory_unlock(${BACKUP_LOCK})`.execute(connection)
    return claimed
  })
  expect(held).toBeUndefined()
  expect(await claim(dueAt)).toBeDefined()
  await at.db
    .updateTable('backups')
    .set({ started_at: due(2) })
    .execute()
  expect(await claim(dueAt)).toBeDefined()
  const rows = await at.db.selectFrom('backups').select('failure').orderBy('id').execute()
  expect(rows.map(({ failure }) => failure)).toEqual(['The disk is full', 'It was cut off.', null])
})

test('who looks whether one is due is in nobody’s way who begins it, or copies it, at that instant', async () => {
  await finish(await claim(due(1)), whole)
  const takes = (lock: number) =>
    at.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection)
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
      return rows[0]?.free
    })
  await db.transaction().execute(async (tx) => {
    await claimBackup(tx, due(0))
    await claimCopy(tx, 'a', due(2))
    expect([await takes(BACKUP_LOCK), await takes(COPY_LOCK)]).toEqual([true, true])
  })
})

test('it is due at that time of the college, also where the clock was changed', () => {
  const at0230 = (instant: string, zone = 'Asia/Karachi') => lastDue('02:30', zone, Temporal.Instant.from(instant))
  expect(at0230('2026-11-23T21:29:00Z')).toBe('2026-11-22T21:30:00.000Z')
  expect(at0230('2026-11-23T21:30:00Z')).toBe('2026-11-23T21:30:00.000Z')
  // In that night there is no 02:30.
  expect(at0230('2026-03-29T10:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})

test('administrators are told of one that failed, one that never came, and of files that it lacks; nobody else', async () => {
  expect(await partOf(admin, 'backups')).toBeUndefined()
  await finish(await claim(due(1)), whole)
  expect(await partOf(admin, 'backups')).toBeUndefined()

  await passHours(24)
  await finish(await claim(due(1)), { failure: 'the disk of the backups is full' })
  expect((await partOf(admin, 'backups'))?.lines).toEqual([
    expect.objectContaining({
      text: 'The last backup failed',
      detail: 'the disk of the backups is full',
      is_urgent: true,
      to: '/status',
    }),
  ])
  for (const other of [principal, hod]) expect(await partOf(other, 'backups')).toBeUndefined()

  await passHours(4)
  expect(textsOf(await partOf(admin, 'backups'))).toEqual(['The last backup failed', 'There is no newer backup'])
  await finish(await claim(due(0)), { bytes: 1000, missing_files: 2 })
  expect((await partOf(admin, 'backups'))?.lines).toEqual([expect.objectContaining({ count: 2, is_urgent: true })])
})
