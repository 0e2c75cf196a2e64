import pg from 'pg'
import { READ_ONLY_SERVER } from './database-errors.ts'

/** A connection that knows whether its server says of itself that it is a standby: one that only reads. */
export class Session extends pg.Client {
  #isStandby = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, unknown>) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  /** Makes the pool refuse a standby: an address may lead to one until it is the primary. */
  static refuseStandby(this: void, client: pg.PoolClient, done: (error?: Error) => void): void {
    const isRefused = client instanceof Session && client.#isStandby
    const refusal = new Error('The server is a standby, which only reads')
    done(isRefused ? Object.assign(refusal, { code: READ_ONLY_SERVER }) : undefined)
  }
}

const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> }

/**
 * A connection to a pooler, which gives each transaction another one of its own. Settings made at connecting hold for
 * them all only where the pooler follows them, as the time zone; the rest is the role's (`settleRole`).
 */
export class PooledSession extends Session {
  getStartupConf(): Record<string, string> {
    return { ...getStartupConf.call(this), TimeZone: 'UTC' }
  }
}
