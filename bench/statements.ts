import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../server/app.ts'
import { sharedSecret } from '../server/core/secrets.ts'
import { connect } from '../server/db/open.ts'
import { diskStore } from '../server/files/disk.ts'
import { responsesKeyBeside } from '../server/files/responses-key.ts'
import { openJobs } from '../server/jobs/queue.ts'
import { readSettings } from '../server/settings.ts'
import type { College } from './college.ts'

/** A statement as the product hands it to the driver. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
}

const isTransactionEdge = ({ text }: Statement) => /^(?:begin|start transaction|commit)/i.test(text)

/** The part of a write's statements that runs in its transaction, edges included. */
export function transactionOf(statements: Statement[]): Statement[] {
  const [first, last] = [statements.findIndex(isTransactionEdge), statements.findLastIndex(isTransactionEdge)]
  if (first === -1 || first === last) throw new Error('The write ran in no transaction')
  return statements.slice(first, last + 1)
}

/** Sends requests through the product's own app and notes every statement it gives to the driver for each. */
export async function recordStatements(
  college: Pick<College, 'url' | 'directory' | 'token'>,
  requests: Request[],
): Promise<Statement[][]> {
  let noted: Statement[] = []
  const opened = connect({ connectionString: college.url })
  opened.pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((first: string | Statement, ...rest: unknown[]) => {
      const asked = typeof first === 'string' ? { text: first, values: rest[0] } : first
      const values = Array.isArray(asked.values) ? [...asked.values] : []
      const name = typeof first === 'object' && first.name ? { name: first.name } : {}
      noted.push({ text: asked.text, values, ...name })
      return query(first, ...rest)
    }) as typeof client.query
  })
  const files = diskStore(join(college.directory, 'recorded-files'))
  const settings = readSettings({ DATA_DIR: college.directory })
  const csrfSecret = await sharedSecret(opened.db, 'csrf')
  const deviceSecret = await sharedSecret(opened.db, 'device')
  const calendarSecret = await sharedSecret(opened.db, 'calendar')
  const noticesSecret = await sharedSecret(opened.db, 'notices')
  const app = await buildApp({
    db: opened.db,
    vital: opened.db,
    settings,
    refreshSettings: async () => undefined,
    files,
    responsesKey: responsesKeyBeside(files, opened.db),
    mail: undefined,
    jobs: openJobs({ pool: opened.pool, log: pino({ level: 'silent' }), name: 'bench' }),
    csrfSecret,
    deviceSecret,
    calendarSecret,
    noticesSecret,
    push: undefined,
  })
  const recorded: Statement[][] = []
  for (const { method, path, body } of requests) {
    noted = []
    const headers = { authorization: `Bearer ${college.token}` }
    const answer = await app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) })
    if (answer.statusCode > 201) throw new Error(`${method} ${path} answers ${answer.statusCode}: ${answer.body}`)
    recorded.push(noted)
  }
  await app.close()
  await opened.close()
  return recorded
}
