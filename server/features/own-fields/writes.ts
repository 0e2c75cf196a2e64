import { sql } from 'kysely'
import type { OwnField, OwnFieldChange, OwnFieldInput } from '../../../shared/contract/own-fields.ts'
import { folded } from '../../../shared/folding.ts'
import { OWN_FIELDS_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { definitionProblems } from './definitions.rules.ts'
import { type Entity, lockPlaces, readOwnField } from './reads.ts'
import { heldText } from './rules.ts'

const trail = trailOf<OwnField>('own_field', [
  'entity',
  'name',
  'kind',
  'options',
  'is_required',
  'is_unique',
  'is_masked',
  'seen_by',
  'position',
  'status',
])

const FULL = `There can be at most ${OWN_FIELDS_MAX} own fields`

const refusals = {
  own_fields_name_key: invalid({ name: ['An own field with this name already exists'] }),
  // Two administrators add one at once.
  own_fields_position_key: conflict('Somebody else has just added an own field. Please try again.'),
  own_values_unique_key: invalid({ is_unique: ['Some records have the same value. Change these first.'] }),
}

function refuseProblems(problems: Record<string, string[]>): void {
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

export async function createOwnField(tx: Tx, caller: Caller, input: OwnFieldInput): Promise<OwnField> {
  refuseProblems(definitionProblems({ options: [], ...input }))
  const places = await lockPlaces(tx, input.entity)
  if (places.length >= OWN_FIELDS_MAX) throw conflict(FULL)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('own_fields')
      .values({ ...input, position: places.length + 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readOwnField(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/** Puts the fields of an entity into this order, with places from 1 on. */
const place = (tx: Tx, ids: readonly number[]) =>
  sql`update own_fields set position = wanted.position
    from unnest(${[...ids]}::integer[]) with ordinality as wanted (id, position)
    where own_fields.id = wanted.id and own_fields.position <> wanted.position`.execute(tx)

/** Moves one field to a place; those behind the last one give the last one. */
async function move(tx: Tx, entity: Entity, id: number, position: number): Promise<void> {
  const places = await lockPlaces(tx, entity)
  const others = places
    .toSorted((one, other) => one.position - other.position)
    .flatMap((one) => (one.id === id ? [] : [one.id]))
  await place(tx, others.toSpliced(position - 1, 0, id))
}

/** @throws 409 when the kind would change under values, 422 on `options` when values would be none any more */
async function refuseForValues(tx: Tx, field: OwnField, wanted: OwnField): Promise<void> {
  const isOtherKind = wanted.kind !== field.kind
  const kept = new Set(wanted.options.map(folded))
  const gone = field.options.filter((option) => !wanted.options.includes(option))
  if (!isOtherKind && gone.length === 0) return
  const { rows } = await sql<{ value: string; values: number }>`
    select value, count(*) as values from own_values where field_id = ${field.id}
      ${isOtherKind ? sql`` : sql`and value = any(${gone})`} group by value order by value`.execute(tx)
  const values = rows.reduce((sum, row) => sum + row.values, 0)
  if (values === 0) return
  if (isOtherKind) throw conflict(heldText(values))
  const names = rows.map(({ value }) => (kept.has(folded(value)) ? `${value} (written otherwise now)` : value))
  throw invalid({ options: [`Records have these values: ${names.join(', ')}`] })
}

/** Changes a field; what is left out stays. A kind without options loses those of before. */
export async function updateOwnField(
  tx: Tx,
  caller: Caller,
  field: OwnField,
  { updated_at, position, ...change }: OwnFieldChange,
): Promise<OwnField> {
  refuseStale(field, { updated_at })
  const isNoChoice = change.kind !== undefined && change.kind !== 'choice' && change.options === undefined
  const changed = isNoChoice ? { ...change, options: [] } : change
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  const wanted: OwnField = { ...field, ...given }
  refuseProblems(definitionProblems(wanted))
  await refuseForValues(tx, field, wanted)
  if (position !== undefined && position !== field.position) await move(tx, field.entity, field.id, position)
  await answering(refusals, () =>
    tx
      .updateTable('own_fields')
      .set({ ...given, updated_at: new Date() })
      .where('id', '=', field.id)
      .execute(),
  )
  const updated = await readOwnField(tx, caller, field.id)
  await trail.changed(tx, caller, field, updated)
  return updated
}

/** @throws 409 with the number of its values, if there are any */
export async function deleteOwnField(tx: Tx, caller: Caller, field: OwnField): Promise<void> {
  await refuseInUse(tx, 'Own field', { own_fields: field.id }, 'Set it inactive instead.')
  await tx.deleteFrom('own_fields').where('id', '=', field.id).execute()
  const left = await lockPlaces(tx, field.entity)
  const ids = left.toSorted((one, other) => one.position - other.position).map(({ id }) => id)
  await place(tx, ids)
  await trail.deleted(tx, caller, field)
}
