import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { OwnField, type ownFields } from '../../../shared/contract/own-fields.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'
import { writesOf } from './rules.ts'

export type Entity = OwnField['entity']

const COLUMNS = columnsOf<'own_fields', keyof OwnField, never>('own_fields', OwnField)

const any = (values: readonly string[]): RawBuilder<SqlBool> => sql`own_fields.entity = any(${[...values]}::text[])`

/** The fields that are told: to administrators all, to others the active ones whose values they may be shown. */
function told(caller: Caller): RawBuilder<SqlBool> {
  if (caller.may('own-fields:write')) return sql`true`
  const edited = (['student', 'staff'] as const).filter((entity) => caller.may(writesOf(entity)))
  const isStaff = within(caller, { department: all })
  // Students read the own record, and of staff no more than names.
  const read = within(caller, { department: all, student: () => sql<SqlBool>`own_fields.entity = 'student'` })
  return sql`own_fields.status = 'active' and (${any(edited)}
    or own_fields.seen_by = 'readers' and ${read} or own_fields.seen_by = 'staff' and ${isStaff})`
}

function visible(db: Db, caller: Caller, { entity }: Query<typeof ownFields.list> = {}) {
  const query = db.selectFrom('own_fields').where(told(caller))
  return entity ? query.where('own_fields.entity', '=', entity) : query
}

/** Own fields in their order, those of students first. */
export const {
  page: listOwnFields,
  all: readOwnFields,
  find: findOwnField,
  read: readOwnField,
} = listing({
  table: 'own_fields',
  noun: 'Own field',
  kept: visible,
  details: (kept) => kept.select(COLUMNS),
  order: (query) => query.orderBy('own_fields.entity', 'desc').orderBy('own_fields.position').orderBy('own_fields.id'),
  row: asItIs,
})

/** Reads the active fields that this caller may be shown, in their order. */
export const fieldsShown = async (db: Db, caller: Caller, entity: Entity): Promise<OwnField[]> =>
  (await readOwnFields(db, caller, { entity })).filter(({ status }) => status === 'active')

const ofEntity = (db: Db, entity: Entity) =>
  db.selectFrom('own_fields').select(COLUMNS).where('entity', '=', entity).where('status', '=', 'active').orderBy('id')

/** Reads the active fields of an entity, for who may edit its records. */
export const activeFields = (db: Db, entity: Entity): Promise<OwnField[]> => ofEntity(db, entity).execute()

/** Keeps the active fields as they are until the transaction ends, and reads them. */
export const holdFields = (tx: Tx, entity: Entity): Promise<OwnField[]> => ofEntity(tx, entity).forShare().execute()

/** Locks all fields of an entity, since a change may move each of them; no value is written meanwhile. */
export const lockPlaces = (tx: Tx, entity: Entity) =>
  tx
    .selectFrom('own_fields')
    .select(['id', 'position'])
    .where('entity', '=', entity)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks a field with all of its entity. @throws 404 when it is not there */
export async function lockOwnField(tx: Tx, caller: Caller, id: number): Promise<OwnField> {
  const { entity } = await readOwnField(tx, caller, id)
  await lockPlaces(tx, entity)
  return readOwnField(tx, caller, id)
}
