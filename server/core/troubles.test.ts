import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { slowStatements } from '../machine/observed.ts'
import { unfurnished } from '../testing/college.ts'
import { LOGGING } from './logging.ts'
import { noteTroubles, sweepTroubles } from './troubles.ts'

const at = await unfurnished()
const lines: string[] = []
const log = pino(LOGGING, { write: (line: string) => void lines.push(line) })
const kept = () =>
  at.db.selectFrom('troubles').select(['kind', 'what', 'detail', 'times', 'longest_ms']).orderBy('what').execute()

beforeEach(async () => {
  lines.length = 0
  await at.db.deleteFrom('troubles').execute()
})

test('what the log calls an error is noted in the program’s own words, counted, and without values', async () => {
  const troubles = noteTroubles(at.plainDb, log, 1000)
  const thrown = await sql`select 'ada@college.test'::int`.execute(at.plainDb).catch((error: unknown) => error)
  for (let n = 0; n < 3; n += 1) log.error({ err: thrown, id: `request ${n}` }, 'request failed')
  log.child({ reqId: 1 }).error({ job: 'cases', reason: '57014' }, 'a job has failed')
  log.error(new Error('ada@college.test'))
  log.warn({ err: thrown }, 'a warning')
  await troubles.written()
  expect(await kept()).toEqual([
    { kind: 'error', what: 'a job has failed', detail: 'cases, 57014', times: 1, longest_ms: null },
    expect.objectContaining({
      what: 'an error',
      detail: expect.stringMatching(/^Error, server\/core\/troubles\.test\.ts:\d+$/),
    }),
    expect.objectContaining({ what: 'request failed', detail: expect.stringMatching(/^22P02\b/), times: 3 }),
  ])
  expect(JSON.stringify(await kept())).not.toContain('ada@college.test')
  // The log has each of them, and of the program's own errors the words.
  expect(lines).toHaveLength(6)
  expect(lines.filter((line) => line.includes('ada@college.test'))).toHaveLength(1)
  await troubles.close()
})

test('slow statements are those that the log has; two processes count together', async () => {
  const two = [noteTroubles(at.plainDb, log, 1000), noteTroubles(at.plainDb, log, 1000)]
  slowStatements.tell({ ms: 999, text: 'select 1', failed: false })
  slowStatements.tell({ ms: 1500, text: 'select $1', failed: false })
  slowStatements.tell({ ms: 1200, text: 'select $1', failed: true })
  await Promise.all(two.map(({ written }) => written()))
  expect(await kept()).toEqual([
    { kind: 'slow-statement', what: 'select $1', detail: null, times: 4, longest_ms: 1500 },
  ])
  await Promise.all(two.map(({ close }) => close()))
})

test('a flood of different ones fills nothing, and one while the database is away is noted later', async () => {
  const troubles = noteTroubles(at.plainDb, log, 1000)
  await sql`alter table troubles rename to troubles_away`.execute(at.db)
  for (let n = 0; n < 500; n += 1) slowStatements.tell({ ms: 2000, text: `select ${n}`, failed: false })
  await troubles.written().catch(() => undefined)
  await sql`alter table troubles_away rename to troubles`.execute(at.db)
  expect(await kept()).toEqual([])
  slowStatements.tell({ ms: 2000, text: 'select 0', failed: false })
  await troubles.close()
  expect(await kept()).toHaveLength(100)
})

test('what is older than thirty days is removed, and what is more than a thousand', async () => {
  await sql`insert into troubles (day, digest, kind, what, first_at, last_at)
    select current_date - n / 100, sha256(n::text::bytea), 'error', 'x', now(), now() - make_interval(mins => n)
    from generate_series(0, 3999) n`.execute(at.db)
  await sweepTroubles(at.plainDb)
  const { rows } = await sql<{
    n: number
    oldest: number
  }>`select count(*) as n, max(current_date - day) as oldest from troubles`.execute(at.db)
  expect(rows[0]?.n).toBe(1001)
})
