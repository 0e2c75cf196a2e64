import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { masked } from '../../../shared/own-values.ts'
import { mayAssign, ROLES } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { type Entity, fieldsShown } from './reads.ts'
import { writesOf } from './rules.ts'

const TABLES = { student: 'students', staff: 'staff' } as const
const recordOf = (entity: Entity) => sql.ref(`own_value.${entity}_id`)

/** True where the caller may edit the record of this account: who may give each role that it holds (`mayEdit`). */
function edits(caller: Caller, entity: Entity, account: string): RawBuilder<SqlBool> {
  if (!caller.may(writesOf(entity))) return sql`false`
  const roles = ROLES.filter((role) => mayAssign(caller.roles, role))
  if (roles.length === ROLES.length) return sql`true`
  return sql`not exists (select from user_roles held join roles on roles.id = held.role_id
    where held.user_id = ${sql.ref(account)} and roles.name <> all(${roles}))`
}

const isShown = (caller: Caller, isEdited: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`own_field.status = 'active'
  and (own_field.seen_by = 'readers' or own_field.seen_by = 'staff' and ${within(caller, { department: all })} or ${isEdited})`

/**
 * Selects the values of a record as lines "id=value" in the order of their fields; behind a `*` stands one that is to
 * be masked. People see the values of their own record whole.
 */
export function ownLines(caller: Caller, entity: Entity): RawBuilder<string[]> {
  const table = TABLES[entity]
  const isEdited = edits(caller, entity, `${table}.user_id`)
  const isWhole = sql`(${isEdited} or ${sql.ref(`${table}.user_id`)} = ${caller.id})`
  return sql`array(select own_value.field_id || case when own_field.is_masked and not ${isWhole} then '*' else '=' end
      || own_value.value
    from own_values own_value join own_fields own_field on own_field.id = own_value.field_id
    where ${recordOf(entity)} = ${sql.ref(`${table}.id`)} and ${isShown(caller, isEdited)} order by own_field.position)`
}

const LINE = /^(\d+)([=*])(.*)$/su

/** Makes the values of a record of the lines that `ownLines` selects; a record without any has no `own`. */
export function ownOf(lines: readonly string[]): { own?: Record<string, string> } {
  if (lines.length === 0) return {}
  const values = lines.map((line) => {
    const [, id = '', how, value = ''] = LINE.exec(line) ?? []
    return [id, how === '*' ? masked(value) : value]
  })
  return { own: Object.fromEntries(values) }
}

/**
 * True of a record with a value that contains `q`, among those that the caller is shown whole: found by a masked one, a
 * record would tell it letter by letter.
 */
export function ownContains(caller: Caller, entity: Entity, q: string): RawBuilder<SqlBool> {
  const table = TABLES[entity]
  const isEdited = edits(caller, entity, 'own_record.user_id')
  return sql`${sql.ref(`${table}.id`)} = any(array(select own_record.id
    from own_values own_value join own_fields own_field on own_field.id = own_value.field_id
    join ${sql.table(table)} own_record on own_record.id = ${recordOf(entity)}
    where ${contains(q, ['own_value.value_folded'])} and ${isShown(caller, isEdited)}
      and (not own_field.is_masked or ${isEdited})))`
}

/** Reads the columns that own fields add to an export, and how a record fills them. */
export async function ownColumns(db: Db, caller: Caller, entity: Entity) {
  const fields = await fieldsShown(db, caller, entity)
  return {
    names: fields.map(({ name }) => name),
    cellsOf: ({ own = {} }: { own?: Record<string, string> | undefined }) =>
      fields.map(({ id }) => own[String(id)] ?? null),
  }
}

/** Names the values of a record, for a file that is read without the college's fields. */
export async function namedOwn(db: Db, caller: Caller, entity: Entity, own: Record<string, string> | undefined) {
  if (!own) return []
  const fields = await fieldsShown(db, caller, entity)
  return fields.flatMap(({ id, name }) => {
    const value = own[String(id)]
    return value === undefined ? [] : [{ name, value }]
  })
}

/** Reads the stored values of these records, and the unique ones with one of these keys, as `ownKey` has them. */
export async function findOwnValues(
  db: Db,
  entity: Entity,
  { ids, keys }: { ids: readonly number[]; keys: readonly string[] },
) {
  const { rows } = await sql<{ record_id: number; field_id: number; value: string; value_key: string }>`
    select ${recordOf(entity)} as record_id, own_value.field_id, own_value.value, own_value.value_key
    from own_values own_value where own_value.id in (
      select held.id from own_values held where ${sql.ref(`held.${entity}_id`)} = any(${[...ids]}::integer[])
      union select held.id from own_values held where held.is_unique and held.entity = ${entity}
        and held.field_id in (select id from own_fields where own_fields.entity = ${entity})
        and held.value_key = any(${[...keys]}::text[]))`.execute(db)
  return rows
}
