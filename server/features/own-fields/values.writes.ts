import { type SqlBool, sql } from 'kysely'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { checkOwnValue, masked, ownKey } from '../../../shared/own-values.ts'
import { answering, invalid } from '../../core/errors.ts'
import type { Changes } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { type Entity, holdFields } from './reads.ts'

type Given = Record<string, string | null> | undefined

/** The values of a record that are about to be written, by their fields. */
export interface OwnChange {
  entity: Entity
  values: { field: OwnField; value: string | null }[]
}

type Problems = Record<string, string[]>

const TAKEN = 'is already in use'
const place = ({ id }: Pick<OwnField, 'id'>) => `own.${id}`

/** Finds which of the unique values another record has. */
async function takenOf(tx: Tx, { entity, values }: OwnChange, recordId: number | undefined): Promise<OwnField[]> {
  const unique = values.filter(({ field, value }) => field.is_unique && value !== null)
  if (unique.length === 0) return []
  const { rows } = await sql<{ field_id: number }>`
    select held.field_id from own_values held
    join unnest(${unique.map(({ field }) => field.id)}::integer[], ${unique.map(({ field, value }) => ownKey(field, value ?? ''))}::text[])
      as wanted (field_id, key) on wanted.field_id = held.field_id and held.value_key = wanted.key
    where held.is_unique and ${sql.ref(`held.${entity}_id`)} is distinct from ${recordId ?? null}::integer`.execute(tx)
  return unique.flatMap(({ field }) => (rows.some(({ field_id }) => field_id === field.id) ? [field] : []))
}

/**
 * Checks the values that a body gives a record, and holds their fields as they are. A new record, which has no id, needs
 * those that are required; of another one, what is left out stays.
 */
export async function checkOwn(
  tx: Tx,
  entity: Entity,
  given: Given,
  recordId?: number,
): Promise<{ change: OwnChange; problems: Problems }> {
  const change: OwnChange = { entity, values: [] }
  const problems: Problems = {}
  if (recordId !== undefined && (given === undefined || Object.keys(given).length === 0)) return { change, problems }
  const fields = await holdFields(tx, entity)
  const known = new Set(fields.map(({ id }) => String(id)))
  // A form that was opened before a field was deleted sends it empty, which loses nothing.
  const unknown = Object.entries(given ?? {}).filter(([id, value]) => !known.has(id) && value !== null && value !== '')
  for (const [id] of unknown) problems[`own.${id}`] = ['Own field does not exist']
  const isAsked = ({ id, is_required }: OwnField) =>
    given?.[String(id)] !== undefined || (recordId === undefined && is_required)
  for (const field of fields.filter(isAsked)) {
    const checked = checkOwnValue(field, given?.[String(field.id)] ?? null)
    if ('problem' in checked) problems[place(field)] = [checked.problem]
    else change.values.push({ field, value: checked.value })
  }
  for (const field of await takenOf(tx, change, recordId)) problems[place(field)] = [`${field.name} ${TAKEN}`]
  return { change, problems }
}

/** Writes checked values. @throws 422 for a unique one that another record got meanwhile */
export async function writeOwn(tx: Tx, { entity, values }: OwnChange, recordId: number): Promise<void> {
  const gone = values.filter(({ value }) => value === null)
  const kept = values.flatMap(({ field, value }) => (value === null ? [] : [{ field, value }]))
  if (gone.length > 0)
    await tx
      .deleteFrom('own_values')
      .where(sql.ref<number>(`${entity}_id`), '=', recordId)
      .where(sql<SqlBool>`field_id = any(${gone.map(({ field }) => field.id)})`)
      .execute()
  if (kept.length === 0) return
  const unique = kept.filter(({ field }) => field.is_unique)
  const [one] = unique
  const refusal =
    one && unique.length === 1
      ? invalid({ [place(one.field)]: [`${one.field.name} ${TAKEN}`] })
      : invalid({ own: [`One of ${unique.map(({ field }) => field.name).join(', ')} ${TAKEN}`] })
  await answering({ own_values_unique_key: refusal }, () =>
    tx
      .insertInto('own_values')
      .values(
        kept.map(({ field, value }) => ({
          field_id: field.id,
          entity,
          kind: field.kind,
          is_unique: field.is_unique,
          [`${entity}_id`]: recordId,
          value,
        })),
      )
      .onConflict((same) =>
        same.columns([`${entity}_id`, 'field_id']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute(),
  )
}

/** Tells the trail of a change of own values, each under the name of its field; masked ones stay masked there. */
export function ownTrail({ values }: OwnChange, before: Record<string, string> | undefined): Changes {
  const changes: Changes = {}
  for (const { field, value } of values) {
    const old = before?.[String(field.id)] ?? null
    if (old === value) continue
    const [was, is] = [old, value].map((one) => (one !== null && field.is_masked ? masked(one) : one))
    // Two values may end alike.
    changes[`own: ${field.name}`] = [was, was === is ? `${is} (changed)` : is]
  }
  return changes
}

/** Tells the trail which own values a deleted record had. */
export async function deletedOwn(tx: Tx, entity: Entity, before: Record<string, string> | undefined): Promise<Changes> {
  if (!before) return {}
  const fields = await holdFields(tx, entity)
  return ownTrail({ entity, values: fields.map((field) => ({ field, value: null })) }, before)
}
