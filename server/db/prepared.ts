import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * A connection keeps what it has planned until it is closed, and every combination of filters is a statement of its own.
 * One that has given this many names is replaced when it comes back: whatever a caller asks for, the memory of server
 * and process stays bounded, and the statements that everybody uses have their names again on the next one.
 */
export const MOST_NAMES = 250
const READ = /^(?:select|with)\b/
const IN_NO_TRANSACTION = 'I'

/** The same on every connection, so that the server's own statistics can be read. */
const nameOf = (text: string) => `read_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`

/** A connection of the pool as Kysely sees it. */
class Client implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names = new Map<string, string>()

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  #name(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES || !READ.test(text)) return known
    const name = nameOf(text)
    this.#names.set(text, name)
    return name
  }

  // The other form of its `query` is for cursors, which nothing here asks for.
  query = ((text: string, values: readonly unknown[]) => {
    const name = this.#name(text)
    return this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }) as unknown as PostgresPoolClient['query']

  /** Back to the pool, unless its names are used up or something is still open on it. */
  release = (destroy?: boolean) => {
    const isClean = this.#client.getTransactionStatus() === IN_NO_TRANSACTION
    this.#client.release(destroy || !isClean || this.#names.size >= MOST_NAMES)
  }
}

/**
 * The pool as Kysely sees it, with every read as a named statement: a connection parses and plans it once. Writes of
 * many rows differ in their text by the number of rows and are sent as they are.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, Client>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const fresh = new Client(client)
      clients.set(client, fresh)
      return fresh
    },
    end: () => pool.end(),
  }
}
