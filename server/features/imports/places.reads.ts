import { type SqlBool, sql } from 'kysely'
import { folded } from '../../../shared/folding.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import { keptGroups } from '../groups/reads.ts'
import type { FileRow } from './file-row.ts'

// Reads what a file of departments, designations or groups may be about, each in one statement.

export const findDepartments = (db: Db) =>
  db.selectFrom('departments').select(['id', 'name', 'type', 'status', 'updated_at']).execute()

export const findDesignations = (db: Db) => db.selectFrom('designations').select(['id', 'name', 'updated_at']).execute()

/** The groups that the caller is shown and whose names a file has. */
export const findGroups = (db: Db, caller: Caller, rows: readonly FileRow[]) =>
  keptGroups(db, caller)
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'groups.id',
      'groups.name',
      'groups.batch_id',
      'groups.department_id',
      'groups.description',
      'groups.status',
      'groups.updated_at',
      'batches.name as batch_name',
      'departments.name as department_name',
    ])
    .where(
      sql<SqlBool>`groups.name_folded = any(${rows.flatMap(({ cells }) => (cells.name === undefined ? [] : folded(cells.name)))})`,
    )
    .execute()
