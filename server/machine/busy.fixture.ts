// A process for loss.test.ts to kill: holds the database and keeps four of its backends busy.
import { Client } from 'pg'
import { startEmbedded } from './embedded.ts'

const { host, port, user, database } = await startEmbedded(process.argv[2] ?? '')
const pids: number[] = []
for (let count = 0; count < 4; count += 1) {
  const client = new Client({ host, port, user, database })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  pids.push(rows[0]?.pid ?? 0)
  client.query('select count(*) from generate_series(1, 1000000000)').catch(() => undefined)
}
process.stdout.write(`${pids.join(' ')}\n`)
// Goes on when its backends are gone.
setInterval(() => undefined, 60_000)
