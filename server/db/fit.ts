import { sql } from 'kysely'
import type { Db } from './types.ts'

/**
 * Refuses a database in which this role can't make or change the tables, or whose text is not UTF-8, with what to do.
 * @throws Error with one line for people; then nothing was written
 */
export async function refuseUnfit(owner: Db): Promise<void> {
  const { rows } = await sql<Fitness>`
    select current_user as role, d.datname as name, pg_get_userbyid(d.datdba) as owner,
      pg_encoding_to_char(d.encoding) as encoding,
      to_regnamespace('public') is not null and has_schema_privilege('public', 'create') as may_make,
      (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.kysely_migration')
        and not pg_has_role(relowner, 'usage')) as tables_of
    from pg_database d where d.datname = current_database()`.execute(owner)
  const [found] = rows
  const line = found && unfitness(found)
  if (line) throw new Error(line)
}

interface Fitness {
  role: string
  name: string
  /** The owner of the database. */
  owner: string
  encoding: string
  may_make: boolean
  /** The owner of the tables, when this role has not its rights. */
  tables_of: string | null
}

/** Says in one line why the database can't be used, and what to do. */
function unfitness({ role, name, owner, encoding, may_make, tables_of }: Fitness): string | undefined {
  const database = `the database ${name}`
  if (encoding !== 'UTF8')
    return `${database} has the encoding ${encoding}, which can't hold every name: make another one, create database … owner "${role}" encoding 'UTF8' template template0`
  if (tables_of !== null)
    return `the tables of ${database} belong to the role ${tables_of}, which ${role} is not: connect as ${tables_of}, or let a superuser do, in this database, reassign owned by "${tables_of}" to "${role}"`
  if (!may_make)
    return `the role ${role} may make no tables in ${database}, which belongs to ${owner}: let ${owner} or a superuser do, alter database "${name}" owner to "${role}"`
  return undefined
}
