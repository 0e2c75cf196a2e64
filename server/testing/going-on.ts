import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { contracts } from '../../shared/contract/all.ts'
import { can, ROLES } from '../../shared/permissions.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/types.ts'
import { run } from './commands.ts'
import { type Product, signIn, startProduct } from './product.ts'
import { type Contents, FLEETING, formerCollege, freshSchema, lostIn, takenIds } from './upgraded.ts'
import { schemaOf } from './upgrades.ts'
import { walked } from './walked.ts'

/** A password that the accounts of all roles have in the demo college. */
const PASSWORD = 'ClinicalElog1'
/** Responses from which on an anonymous survey shows any. */
const SHOWN_FROM = 5

/** Lets this version go on with a former state, and looks at rows, people, files, ids, schema and trail. */
export async function expectGoesOn(state: string): Promise<void> {
  const migrated = await formerCollege(state)
  await migrate(migrated.db)
  expect(await lostIn(migrated.db, migrated.before)).toEqual({})

  const { db, before, files, environment, roles } = await formerCollege(state)
  await endSurveys(db, before)
  const product = await startProduct(environment)
  try {
    expect(await wrongLists(product, before)).toEqual([])
    expect(Object.keys(await filesGiven(product, before, files))).toEqual(
      FILES.map(([table]) => table).filter((one) => one in before),
    )
    expect(await takenIds(db)).toEqual([])
    await expectOpened(product, db, before)
    const ids = before.departments?.map(({ id }) => Number(id)) ?? []
    expect(await addDepartment(product)).toBeGreaterThan(Math.max(...ids))
    expect(await lostIn(db, before, FLEETING)).toEqual({})
  } finally {
    expect(await product.end('SIGTERM')).toEqual([0, null])
  }
  expect(await schemaOf(db, roles)).toEqual(await freshSchema())
  const trail = await run('trail-check', environment)
  // When this machine's clock is behind the former one's, that is said, and nothing else.
  const isBehind = trail.said.includes('which is long before a seal before it')
  const whole = isBehind ? 'not whole: 1 finding.' : 'The audit trail is whole.'
  expect([trail.status, trail.said]).toEqual([isBehind ? 1 : 0, expect.stringContaining(whole)])
}

/** Ends the anonymous surveys whose answers wait, sealed, so that they are opened on whatever day this runs. */
async function endSurveys(db: Db, { feedback_waiting_responses: waiting = [] }: Contents): Promise<void> {
  const ids = [...new Set(waiting.map((row) => Number(row.feedback_survey_id)))]
  if (ids.length > 0) await sql`update feedback_surveys set end_date = start_date where id = any(${ids})`.execute(db)
}

/** All that waited is opened when somebody looks, with the key that came along; but what fewer than five have said is never shown. */
async function expectOpened({ base }: Product, db: Db, before: Contents): Promise<void> {
  const { feedback_waiting_responses: waiting = [], feedback_anonymous_responses: shown = [] } = before
  if (waiting.length === 0) return
  const headers = await signIn(base, 'admin@college.test', PASSWORD)
  const bySurvey = Map.groupBy([...waiting, ...shown], ({ feedback_survey_id: survey }) => Number(survey))
  const ended = new Set(waiting.map(({ feedback_survey_id: survey }) => Number(survey)))
  let left = 0
  for (const survey of ended) {
    const count = bySurvey.get(survey)?.length ?? 0
    const answer = await fetch(`${base}/feedback-surveys/${survey}/statistics`, { headers })
    const { data } = (await answer.json()) as { data: { counted: number } }
    expect([survey, data.counted]).toEqual([survey, count < SHOWN_FROM ? 0 : count])
    if (count < SHOWN_FROM) left += count
  }
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from feedback_waiting_responses`.execute(db)
  expect(rows[0]?.waiting).toBe(left)
  expect(left).toBeLessThan(waiting.length)
}

/** Returns the answers of the main lists to each role that are not what they should be. */
async function wrongLists({ base }: Product, before: Contents): Promise<string[]> {
  const declared = Object.values(contracts).flatMap((theirs) => theirs.flatMap((one) => Object.values(one)))
  const wrong: string[] = []
  for (const role of ROLES) {
    const headers = await signIn(base, `${role}@college.test`, PASSWORD)
    for (const [list, { table, isShown = () => true }] of Object.entries(walked('keptLists'))) {
      const endpoint = declared.find(({ method, path }) => method === 'GET' && path === list)
      const answer = await fetch(`${base}${list}?per_page=1`, { headers })
      const { meta } = (await answer.json()) as { meta?: { total: number } }
      const isAllowed = endpoint !== undefined && can([role], endpoint.action)
      if (answer.status !== (isAllowed ? 200 : 403)) wrong.push(`${role} ${list}: ${answer.status}`)
      const rows = before[table] ?? []
      if (role === 'admin' && meta?.total !== rows.filter(isShown).length) wrong.push(`${list}: ${meta?.total} rows`)
    }
  }
  return wrong
}

/** People of all roles sign in, and are shown the departments. */
export async function expectAllSignIn({ base }: Product): Promise<void> {
  for (const role of ROLES) {
    const headers = await signIn(base, `${role}@college.test`, PASSWORD)
    expect((await fetch(`${base}/departments`, { headers })).status).toBe(200)
  }
}

/** The address of a file, by the table whose row names it. */
const FILES = Object.entries(walked('files')).flatMap(([table, { address }]) =>
  address ? [[table, address] as const] : [],
)

/** Counts the files of each table that were given out with their bytes. */
async function filesGiven({ base }: Product, before: Contents, files: ReadonlyMap<string, Buffer>) {
  const headers = await signIn(base, 'admin@college.test', PASSWORD)
  const given: Record<string, number> = {}
  for (const [table, pathOf] of FILES) {
    for (const row of before[table] ?? []) {
      const bytes = files.get(`files/kept/${row.storage_key}`)
      if (!bytes) continue
      const answer = await fetch(base + pathOf(row), { headers })
      expect([table, answer.status, sumOf(Buffer.from(await answer.arrayBuffer()))]).toEqual([table, 200, sumOf(bytes)])
      given[table] = (given[table] ?? 0) + 1
    }
  }
  return given
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Makes a department, whose id is a new one. */
async function addDepartment({ base }: Product): Promise<number> {
  const headers = await signIn(base, 'admin@college.test', PASSWORD)
  const answer = await fetch(`${base}/departments`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'After the upgrade', type: 'academic' }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}
