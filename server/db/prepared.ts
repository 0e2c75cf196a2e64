import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** More different reads than this code has; beyond it a text is sent unnamed, so that a server's memory stays bounded. */
const MOST_NAMES = 500
const READ = /^(?:select|with)\b/

/**
 * The pool as Kysely sees it, with every read as a named statement: a connection parses and plans it once. Writes of
 * many rows differ in their text by the number of rows and are sent as they are.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_NAMES || !READ.test(text)) return known
    const name = `read_${names.size}`
    names.set(text, name)
    return name
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    }
    // The other form of its `query` is for cursors, which nothing here asks for.
    return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
  }

  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const wrapped = clients.get(client) ?? wrap(client)
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}
