import { createHash } from 'node:crypto'
import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { READ_ONLY_SERVER } from './database-errors.ts'
import type { Tx } from './types.ts'

/**
 * The most names of statements on a connection. It keeps what it has planned until it is closed, and every combination
 * of filters is a statement of its own. A connection that has given this many names is replaced when it comes back: so
 * the memory of server and process stays bounded whatever a caller asks for, and the statements that everybody uses
 * have their names again on the next one.
 */
export const MOST_NAMES = 250
/** A statement whose text comes again. A write of several rows differs in its text by their number. */
const COMES_AGAIN = /^\s*(?:(?:select|with)\b|(?:insert|update|delete)\b(?!.*\), \())/s
const SELECT = /^\s*select\b/
const BEGIN = /^(?:begin|start transaction)\b/
const WITH_NEXT = ' /* with the next */'
const NOTHING: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }
const IN_NO_TRANSACTION = 'I'

/** Returns a name that is the same on every connection, so that the server's own statistics can be read. */
const nameOf = (text: string) => `s_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`

interface Statement {
  text: string
  values: readonly unknown[]
}

/**
 * Sends a statement of a transaction together with the one after it, the commit if no other, as a transaction's
 * beginning always is: one way to the server and back less. Use it for statements that change nothing in what the
 * program does next: a lock, or what is read back anyhow. An error is thrown by the statement that it is sent with.
 */
export async function withNext(tx: Tx, statement: { compile(tx: Tx): CompiledQuery }): Promise<void> {
  const { sql, parameters } = statement.compile(tx)
  await tx.executeQuery(CompiledQuery.raw(`${sql}${WITH_NEXT}`, [...parameters]))
}

interface Preparing {
  isNaming: boolean
  /** Tells whether another pool waits for the room of a connection, and nobody of this one for the connection. */
  isWanted: () => boolean
}

/** A connection of the pool as Kysely sees it. */
class Client implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names = new Map<string, string>()
  /** Statements that are sent with the next one, in this order. */
  readonly #ahead: Statement[] = []
  /** True when it leads to a server that does not write any more. */
  #isReadOnly = false

  readonly #isNaming: boolean
  readonly #isWanted: () => boolean

  constructor(client: pg.PoolClient, { isNaming, isWanted }: Preparing) {
    this.#client = client
    this.#isNaming = isNaming
    this.#isWanted = isWanted
  }

  #name(text: string): string | undefined {
    if (!this.#isNaming) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES || !COMES_AGAIN.test(text)) return known
    const name = nameOf(text)
    this.#names.set(text, name)
    return name
  }

  #send({ text, values }: Statement): Promise<pg.QueryResult> {
    const name = this.#name(text)
    const answer = this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    return answer.catch((error: unknown) => {
      if ((error as { code?: unknown }).code === READ_ONLY_SERVER) this.#isReadOnly = true
      throw error
    })
  }

  /** Sends all in one packet: each write of a socket costs the process more than the statement in it. */
  #sendAll(statements: readonly Statement[]): Promise<pg.QueryResult>[] {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      return statements.map((statement) => this.#send(statement))
    } finally {
      stream.uncork()
    }
  }

  /** @returns what the last one answers */
  async #sendTogether(statements: readonly Statement[]): Promise<pg.QueryResult> {
    const [first, ...rest] = statements
    // Statements sent with a beginning that fails are done outside of a transaction: only those that change nothing
    // may.
    if (first && BEGIN.test(first.text) && !rest.every(({ text }) => SELECT.test(text))) {
      await this.#send(first)
      return this.#sendTogether(rest)
    }
    // The first that failed is what went wrong. Those after it only say that the transaction is over.
    const answers = await Promise.allSettled(this.#sendAll(statements))
    let last = NOTHING
    for (const answer of answers) {
      if (answer.status === 'rejected') throw answer.reason
      last = answer.value
    }
    return last
  }

  #ask(statement: Statement): Promise<pg.QueryResult> {
    const { text, values } = statement
    if (BEGIN.test(text)) this.#ahead.push(statement)
    else if (text.endsWith(WITH_NEXT)) this.#ahead.push({ text: text.slice(0, -WITH_NEXT.length), values })
    else if (this.#ahead.length === 0) return this.#send(statement)
    else return this.#askAfter(this.#ahead.splice(0), statement)
    return Promise.resolve(NOTHING)
  }

  #askAfter(ahead: Statement[], statement: Statement): Promise<pg.QueryResult> {
    const begins = ahead.some(({ text }) => BEGIN.test(text))
    // Work that is taken back need not be done, and where nothing was done there is nothing to keep.
    if (statement.text === 'rollback') return begins ? Promise.resolve(NOTHING) : this.#send(statement)
    if (statement.text === 'commit' && begins && ahead.length === 1) return Promise.resolve(NOTHING)
    return this.#sendTogether([...ahead, statement])
  }

  // The other form of its `query` is for cursors, which nothing here asks for.
  query = ((text: string, values: readonly unknown[]) =>
    this.#ask({ text, values })) as unknown as PostgresPoolClient['query']

  /** Back to the pool, unless its names are used up, something is open on it, it leads to a standby, or others want its room. */
  release = (destroy?: boolean) => {
    this.#ahead.length = 0
    const isClean = this.#client.getTransactionStatus() === IN_NO_TRANSACTION
    const isUsedUp = this.#isReadOnly || this.#names.size >= MOST_NAMES
    this.#client.release(destroy || isUsedUp || !isClean || this.#isWanted())
  }
}

/**
 * The pool as Kysely sees it, with every statement whose text comes again as a named one: a connection parses and plans
 * it once. Where a pooler gives each transaction another connection, on which no name is known, all are sent as they
 * are.
 */
export function preparing(pool: pg.Pool, given: Preparing): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, Client>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const fresh = new Client(client, given)
      clients.set(client, fresh)
      return fresh
    },
    end: () => pool.end(),
  }
}
