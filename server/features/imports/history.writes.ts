import { sql } from 'kysely'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { IMPORT_UNDO_DAYS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db, Row, Tx } from '../../db/types.ts'
import { type LinkChange, type Links, linkChange } from '../memberships/links.reads.ts'
import { type Outcome, recordsOf } from './counts.ts'
import { PASSWORD_SEAL, SEAL } from './history.reads.ts'
import type { PlannedRow, RowsKind } from './kinds.ts'
import type { Made } from './made.writes.ts'
import { readPasswordSealsOf, readSealsOf } from './seals.reads.ts'

/** A row that was written; no time for one that changed groups alone. */
export interface DoneRow {
  planned: PlannedRow<Schema, Schema>
  id: number
  updated_at: string | null
}

interface DoneImport {
  kind: keyof typeof ENTITIES
  fileName: string
  plan: readonly PlannedRow<Schema, Schema>[]
  done: readonly DoneRow[]
  made: Made
  /** The links of the students before and after. */
  links: { before: ReadonlyMap<number, Links>; after: ReadonlyMap<number, Links> }
}

/** The effect of an import on one record. */
export interface KeptRow {
  /** 0 for a record that was made for the rows. */
  line: number
  entity: Row<'import_rows'>['entity']
  entity_id: number
  action: 'create' | 'update'
  name: string
  before?: Record<string, unknown> | undefined
  links?: LinkChange | undefined
  after_at?: string | null
}

const ENTITIES = {
  students: 'student',
  staff: 'staff',
  skills: 'skill',
  departments: 'department',
  designations: 'designation',
  groups: 'group',
} as const satisfies Record<RowsKind, string>

/**
 * Keeps what an import of single records did, for undoing it.
 * @returns its id; null when it has changed nothing
 */
export async function keepImport(
  tx: Tx,
  caller: Caller,
  { kind, fileName, plan, done, made, links }: DoneImport,
): Promise<number | null> {
  return keepRows(tx, caller, {
    kind,
    fileName,
    plan,
    rows:
      done.length === 0
        ? []
        : [
            ...[...made.values()].map(
              ({ entity, id, name, facts }): KeptRow => ({
                line: 0,
                entity,
                entity_id: id,
                action: 'create',
                name,
                before: facts,
              }),
            ),
            ...done.map(
              ({ planned: { row, create, before }, id, updated_at }): KeptRow => ({
                line: row.line,
                entity: ENTITIES[kind],
                entity_id: id,
                action: create ? 'create' : 'update',
                name: row.name,
                before: before as KeptRow['before'],
                links: linkChange(links.before.get(id), links.after.get(id)),
                after_at: updated_at,
              }),
            ),
          ],
  })
}

interface KeptImport {
  kind: ImportKind
  fileName: string
  plan: readonly PlannedRow<Schema, Schema>[]
  rows: readonly KeptRow[]
}

/**
 * Keeps what an import did to which record, for undoing it.
 * @returns its id; null when it has changed nothing
 */
export async function keepRows(
  tx: Tx,
  caller: Caller,
  { kind, fileName, plan, rows }: KeptImport,
): Promise<number | null> {
  if (rows.length === 0) return null
  const countOf = (outcome: Outcome) => recordsOf(plan, outcome)
  const { id: import_id } = await tx
    .insertInto('imports')
    .values({
      kind,
      file_name: fileName,
      actor_id: caller.id,
      actor_name: caller.name,
      created: countOf('create'),
      updated: countOf('update'),
      unchanged: countOf('unchanged'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealOf = await readSealsOf(
    tx,
    rows.filter(({ after_at }) => after_at != null),
  )
  const passwordOf = await readPasswordSealsOf(
    tx,
    rows.filter(({ line, action }) => line > 0 && action === 'create'),
  )
  const sealed = rows.map((row) => {
    const [seal, password] = [sealOf(row), passwordOf(row)]
    const seals = { ...(seal && { [SEAL]: seal }), ...(password && { [PASSWORD_SEAL]: password }) }
    return seal || password ? { ...row, before: { ...row.before, ...seals } } : row
  })
  await sql`insert into import_rows (import_id, line, entity, entity_id, action, name, before, links, after_at)
    select ${import_id}::int, line, entity, entity_id, action, name, before, links, after_at
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as done (line int, entity text, entity_id int, action text,
      name text, before jsonb, links jsonb, after_at timestamptz)`.execute(tx)
  return import_id
}

/** Marks an import as undone. Its rows, which hold former values, are needed no more. */
export async function markUndone(tx: Tx, caller: Caller, id: number): Promise<void> {
  await tx.updateTable('imports').set({ undone_at: new Date(), undone_by: caller.name }).where('id', '=', id).execute()
  await tx.deleteFrom('import_rows').where('import_id', '=', id).execute()
}

/** Removes imports that can no longer be undone, and what is kept of people who are deleted. */
export async function sweepImports(db: Db): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('imported_at', '<', sql<string>`now() - make_interval(days => ${IMPORT_UNDO_DAYS})`)
    .execute()
  await sql`delete from import_rows done
    where entity = 'student' and not exists (select from students where id = done.entity_id)
      or entity = 'staff' and not exists (select from staff where id = done.entity_id)`.execute(db)
}
