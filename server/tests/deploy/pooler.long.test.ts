import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { startPooled } from '../../testing/pooled.ts'
import { signIn, startProduct } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'

const LIMIT = 120_000
const program = findProgram('pgbouncer')
if (!program) process.stderr.write(`PgBouncer: left out, since ${missingText('pgbouncer')}\n`)

test.runIf(program)(
  'through PgBouncer, a lock that is not given ends a request after fifteen seconds',
  {
    timeout: LIMIT,
  },
  async ({ onTestFinished }) => {
    if (!program) return
    const { bouncer, appUrl, ownerUrl, dataDir, close } = await startPooled(program)
    onTestFinished(close)
    const product = await startProduct({
      DATA_DIR: dataDir,
      DATABASE_URL: appUrl(bouncer.port),
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_POOLER: 'transaction',
    })
    onTestFinished(async () => void (await product.end('SIGKILL')))
    const owner = connect({ connectionString: ownerUrl, statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
    onTestFinished(owner.close)
    const headers = await signIn(product.base)
    const begun = performance.now()
    await owner.db.transaction().execute(async (tx) => {
      await sql`lock table departments in access exclusive mode`.execute(tx)
      const answer = await fetch(`${product.base}/departments`, { headers })
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
    expect(performance.now() - begun).toBeGreaterThan(14_000)
    expect(performance.now() - begun).toBeLessThan(25_000)
    expect((await fetch(`${product.base}/departments`, { headers })).status).toBe(200)
  },
)
