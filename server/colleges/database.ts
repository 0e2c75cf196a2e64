import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The database of a college and its two roles, on a server where we may make them. */
export interface CollegeDatabase {
  database: string
  owner: string
  app: string
}

export const databaseNames = (name: string): CollegeDatabase => {
  const plain = `elog_${name.replaceAll('-', '_')}`
  return { database: plain, owner: `${plain}__owner`, app: plain }
}

const quoted = (name: string) => pg.escapeIdentifier(name)

async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'clinical-elog-colleges' })
  admin.on('error', () => undefined)
  await admin.connect().catch((error: Error) => {
    throw new Error(`the server of COLLEGES_DATABASE_URL cannot be used: ${error.message}`)
  })
  try {
    return await work(admin)
  } finally {
    await admin.end().catch(() => undefined)
  }
}

/** Returns the address of a database on the same server, for a role. */
function urlFor(adminUrl: string, database: string, user: string, password: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  url.username = encodeURIComponent(user)
  url.password = password
  return url.href
}

export interface MadeDatabase {
  url: string
  ownerUrl: string
  /** Takes it back. */
  drop(): Promise<void>
}

/**
 * Makes a database with an owner and a plain role, whose passwords are random, and to which no other role may connect.
 * All or nothing.
 * @throws Error with one line for people, also when there is one of this name
 */
export async function makeDatabase(adminUrl: string, name: string): Promise<MadeDatabase> {
  const names = databaseNames(name)
  const { database, owner, app } = names
  const password = { owner: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') }
  await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ what: string }>(
      `select 'the role ' || rolname as what from pg_roles where rolname in ($1, $2)
        union all select 'the database ' || datname from pg_database where datname = $3`,
      [owner, app, database],
    )
    if (rows[0]) throw new Error(`there is ${rows[0].what} already`)
    try {
      for (const [role, secret] of [
        [owner, password.owner],
        [app, password.app],
      ] as const)
        await admin.query(
          `create role ${quoted(role)} login nosuperuser nocreatedb nocreaterole noreplication password ${pg.escapeLiteral(secret)}`,
        )
      // A plain administrator gives a database only to a role that it is a member of.
      await admin.query(`grant ${quoted(owner)} to current_user`)
      await admin.query(`create database ${quoted(database)} owner ${quoted(owner)} encoding 'UTF8' template template0`)
      await admin.query(`revoke all on database ${quoted(database)} from public`)
      await admin.query(`grant connect on database ${quoted(database)} to ${quoted(app)}`)
      await admin.query(`revoke ${quoted(owner)} from current_user`)
    } catch (error) {
      await dropOn(admin, names)
      throw error
    }
  })
  return {
    url: urlFor(adminUrl, database, app, password.app),
    ownerUrl: urlFor(adminUrl, database, owner, password.owner),
    drop: () => dropDatabase(adminUrl, name),
  }
}

/** Counts those who are connected to the database of a college. */
export const countConnected = (adminUrl: string, name: string): Promise<number> =>
  asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where datname = $1',
      [databaseNames(name).database],
    )
    return rows[0]?.n ?? 0
  })

/** Drops the database with whoever is connected to it, and both roles. */
export const dropDatabase = (adminUrl: string, name: string): Promise<void> =>
  asAdmin(adminUrl, (admin) => dropOn(admin, databaseNames(name)))

async function dropOn(admin: pg.Client, { database, owner, app }: CollegeDatabase): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles where rolname in ($1, $2)', [
    owner,
    app,
  ])
  // A plain administrator ends connections, and drops databases, only of roles that it is a member of.
  for (const { rolname } of rows) await admin.query(`grant ${quoted(rolname)} to current_user`)
  await admin.query(`drop database if exists ${quoted(database)} with (force)`)
  for (const { rolname } of rows) await admin.query(`drop role ${quoted(rolname)}`)
}
