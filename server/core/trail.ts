import { isDeepStrictEqual } from 'node:util'
import type { AuditEntity } from '../../shared/contract/audit.ts'
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

type Teller = Pick<Caller, 'id' | 'name'>

/**
 * Leaves rows in the audit trail, in the transaction of what they tell. An update that changed
 * nothing leaves none.
 */
export async function leaveTrail(tx: Tx, caller: Teller, events: Event[]): Promise<void> {
  const rows = events
    .map((event) => ({
      ...event,
      changes: Object.fromEntries(
        Object.entries(event.changes).filter(([, [before, after]]) => !isDeepStrictEqual(before, after)),
      ),
    }))
    .filter((event) => event.action === 'delete' || Object.keys(event.changes).length > 0)
    .map((event) => ({
      actor_id: caller.id,
      actor_name: caller.name,
      action: event.action,
      entity: event.entity,
      entity_id: event.entityId,
      changes: JSON.stringify(event.changes),
    }))
  if (rows.length > 0) await tx.insertInto('audit').values(rows).execute()
}

/** What happened to a record: it was made, is gone, or was changed by an action, "update" unless it has a name. */
interface Told<R> {
  id: number
  before?: R | undefined
  after?: R | undefined
  action?: string
  /** What is told besides the record's own fields. */
  more?: Changes
}

/**
 * The trail of an entity: which fields it tells. `factsOf` gives what is told of a record, where that is not its own
 * fields: names in the place of ids.
 */
export function trailOf<R extends object, F extends object = R>(
  entity: AuditEntity,
  fields: readonly (keyof F & string)[],
  factsOf: (record: R) => F = (record) => record as unknown as F,
) {
  const event = ({ id, before, after, action = 'update', more }: Told<R>): Event => {
    const [old, now] = [before && factsOf(before), after && factsOf(after)]
    return {
      action,
      entity,
      entityId: id,
      changes: {
        ...Object.fromEntries(
          fields.map((field): [string, [unknown, unknown]] => [field, [old?.[field] ?? null, now?.[field] ?? null]]),
        ),
        ...more,
      },
    }
  }
  type Kept = R & { id: number }
  return {
    event,
    created: (tx: Tx, caller: Teller, made: Kept | readonly Kept[], more?: Changes) =>
      leaveTrail(
        tx,
        caller,
        [made]
          .flat()
          .map((after) =>
            event({ id: (after as Kept).id, after: after as Kept, action: 'create', ...(more ? { more } : {}) }),
          ),
      ),
    changed: (tx: Tx, caller: Teller, before: Kept, after: R, told: Pick<Told<R>, 'action' | 'more'> = {}) =>
      leaveTrail(tx, caller, [event({ id: before.id, before, after, ...told })]),
    deleted: (tx: Tx, caller: Teller, before: Kept, more?: Changes) =>
      leaveTrail(tx, caller, [event({ id: before.id, before, action: 'delete', ...(more ? { more } : {}) })]),
  }
}
