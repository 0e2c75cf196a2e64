import { isDeepStrictEqual } from 'node:util'
import type { AuditEntity } from '../../shared/contract/audit.ts'
import type { Tx } from '../db/types.ts'
import type { Caller } from './caller.ts'

interface Event {
  action: string
  entity: AuditEntity
  entityId: number
  /** Field → [old, new]; fields whose value stayed are left out. */
  changes: Record<string, [unknown, unknown]>
}

/**
 * Leaves rows in the audit trail, in the transaction of what they tell. An update that changed
 * nothing leaves none.
 */
export async function record(tx: Tx, caller: Pick<Caller, 'id' | 'name'>, events: Event[]): Promise<void> {
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

/** The listed fields of a record before and after, as an event's changes. */
export function changesOf<T extends object>(
  before: T | undefined,
  after: T | undefined,
  fields: readonly (keyof T & string)[],
) {
  return Object.fromEntries(
    fields.map((field) => [field, [before?.[field] ?? null, after?.[field] ?? null] as [unknown, unknown]]),
  )
}
