// A child process: the least that can answer the same queries over HTTP. No token, permission, validation or schema.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '../server/db/open.ts'
import type { Statement } from './statements.ts'

export interface BareJob {
  url: string
  /** Path → the statements it runs one after the other; the rows of the last are the answer. */
  routes: Record<string, Statement[]>
}

/** The time that the bare handler keeps a connection that it does not use. */
const IDLE_MS = 100

process.once('message', ({ url, routes }: BareJob) => {
  // The embedded server takes few connections: between its turns this one holds none.
  const { pool } = connect({ connectionString: url, idleTimeoutMillis: IDLE_MS })
  const server = createServer(async (request, response) => {
    let rows: unknown[] = []
    for (const statement of routes[request.url ?? ''] ?? []) ({ rows } = await pool.query(statement))
    const text = JSON.stringify({ data: rows })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
