import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AuditEntity } from '../../shared/contract/audit.ts'
import { withNext } from '../db/prepared.ts'
import type { Tx } from '../db/types.ts'
import type { Caller } from './caller.ts'

/** Field → [old, new]; fields whose value stayed are left out. */
export type Changes = Record<string, [before: unknown, after: unknown]>

export interface Event {
  action: string
  entity: AuditEntity
  entityId: number
  changes: Changes
}

export type Teller = Pick<Caller, 'id' | 'name'>

/**
 * Leaves rows in the audit trail, in the transaction of what they tell. An update that changed
 * nothing leaves none. Without a caller the program did it by itself.
 */
export async function leaveTrail(tx: Tx, caller: Teller | null, events: Event[]): Promise<void> {
  const rows = events
    .map((event) => ({
      ...event,
      changes: Object.fromEntries(
        Object.entries(event.changes).filter(([, [before, after]]) => !isDeepStrictEqual(before, after)),
      ),
    }))
    .filter((event) => event.action === 'delete' || Object.keys(event.changes).length > 0)
    .map((event) => ({
      actor_id: caller?.id ?? null,
      actor_name: caller?.name ?? null,
      action: event.action,
      entity: event.entity,
      entity_id: event.entityId,
      changes: JSON.stringify(event.changes),
    }))
  if (rows.length > 0) await withNext(tx, tx.insertInto('audit').values(rows))
}

/** A change of a record: it was made, is gone, or was changed by an action, "update" unless it has a name. */
interface RecordChange<R> {
  id: number
  before?: R | undefined
  after?: R | undefined
  action?: string | undefined
  /** Changes besides the record's own fields. */
  more?: Changes | undefined
}

type WithId<R> = R & { id: number }

interface Trail<R> {
  event(told: RecordChange<R>): Event
  created(tx: Tx, caller: Teller, made: WithId<R>, more?: Changes): Promise<void>
  createdAll(tx: Tx, caller: Teller, made: readonly WithId<R>[]): Promise<void>
  changed(
    tx: Tx,
    caller: Teller,
    before: WithId<R>,
    after: R,
    told?: Pick<RecordChange<R>, 'action' | 'more'>,
  ): Promise<void>
  deleted(tx: Tx, caller: Teller, before: WithId<R>, more?: Changes): Promise<void>
}

/**
 * The trail of an entity: which fields it tells. `factsOf` gives what is told of a record, where that is not its own
 * fields: names in the place of ids.
 */
export function trailOf<R extends object>(entity: AuditEntity, fields: readonly (keyof R & string)[]): Trail<R>
export function trailOf<R extends object, F extends object>(
  entity: AuditEntity,
  fields: readonly (keyof F & string)[],
  factsOf: (record: R) => F,
): Trail<R>
export function trailOf<R extends object>(
  entity: AuditEntity,
  fields: readonly string[],
  factsOf: (record: R) => object = (record) => record,
): Trail<R> {
  const factOf = (facts: object | undefined, field: string): unknown => (facts && Reflect.get(facts, field)) ?? null
  const event = ({ id, before, after, action = 'update', more }: RecordChange<R>): Event => {
    const [old, now] = [before && factsOf(before), after && factsOf(after)]
    const changes: Changes = {}
    for (const field of fields) changes[field] = [factOf(old, field), factOf(now, field)]
    return { action, entity, entityId: id, changes: { ...changes, ...more } }
  }
  const created = (after: WithId<R>, more?: Changes) => event({ id: after.id, after, action: 'create', more })
  return {
    event,
    created: (tx, caller, made, more) => leaveTrail(tx, caller, [created(made, more)]),
    createdAll: (tx, caller, made) =>
      leaveTrail(
        tx,
        caller,
        made.map((one) => created(one)),
      ),
    changed: (tx, caller, before, after, told) =>
      leaveTrail(tx, caller, [event({ id: before.id, before, after, ...told })]),
    deleted: (tx, caller, before, more) =>
      leaveTrail(tx, caller, [event({ id: before.id, before, action: 'delete', more })]),
  }
}

/** Selects for a history what a row of the trail says of a field; null where it stayed as it was. */
export const changeOf = <T>(field: string) =>
  sql<T>`case when audit.changes ? ${sql.lit(field)} then json_build_object(
    'from', audit.changes -> ${sql.lit(field)} -> 0, 'to', audit.changes -> ${sql.lit(field)} -> 1) end`
