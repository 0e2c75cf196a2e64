// A process for embedded.test.ts to kill: holds the database and prints each row's number once it was acknowledged.
import { Client } from 'pg'
import { startEmbedded } from './embedded.ts'

const { host, port, user, database } = await startEmbedded(process.argv[2] ?? '')
const client = new Client({ host, port, user, database })
await client.connect()
await client.query('CREATE TABLE IF NOT EXISTS row (id int PRIMARY KEY)')
for (let id = 1; ; id++) {
  await client.query('INSERT INTO row VALUES ($1)', [id])
  process.stdout.write(`${id}\n`)
}
