import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Credential } from '../../../shared/contract/accounts.ts'
import type { StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import type { StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, fromDatabase, HttpError } from '../../core/errors.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import { allowMinutes } from '../../db/patience.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { lockAccounts, type PersonEntity } from '../accounts/reads.ts'
import { lockGroupsOf } from '../memberships/locks.reads.ts'
import { lockSeveralStaff, lockStaff } from '../staff/reads.ts'
import { createStaff, updateStaff } from '../staff/writes.ts'
import { lockStudent, lockStudents } from '../students/reads.ts'
import { createStudent, updateStudent } from '../students/writes.ts'
import { digestOf, type PlannedRow, planRows } from './plan.ts'
import {
  findStaffAccounts,
  findStudentAccounts,
  listBatchNames,
  listDepartmentNames,
  listDesignationNames,
  listRoleNames,
} from './reads.ts'
import type { FileRow } from './rows.ts'
import { staffKind } from './staff.ts'
import { studentKind } from './students.ts'

/** The work of one kind of import: plans its rows, and writes one as its screen does. */
export interface Job<I extends Schema, C extends Schema> {
  entity: PersonEntity
  plan(db: Db, rows: readonly FileRow[]): Promise<PlannedRow<I, C>[]>
  /** Locks all that the updates of a file will change, before the first of them, in the order that every write keeps. */
  lock(tx: Tx, updates: readonly { id: number; change: z.output<C> }[]): Promise<void>
  create(tx: Tx, input: z.output<I>, password: InitialPassword): Promise<Credential>
  update(tx: Tx, id: number, change: z.output<C>, readAt: string | undefined): Promise<unknown>
}

const keysOf = (rows: readonly FileRow[], field: string) =>
  rows.flatMap(({ cells }) => cells[field]?.toLowerCase() ?? [])

export const studentJob = (caller: Caller): Job<typeof StudentInput, typeof StudentChange> => ({
  entity: 'student',
  plan: async (db, rows) => {
    const batches = await listBatchNames(db)
    const accounts = await findStudentAccounts(db, keysOf(rows, 'email'), keysOf(rows, 'roll_no'))
    return planRows(studentKind(caller, batches, accounts), rows)
  },
  lock: async (tx, updates) => {
    const students = await lockStudents(
      tx,
      caller,
      updates.map(({ id }) => id),
    )
    await lockAccounts(
      tx,
      students.map(({ user_id }) => user_id),
    )
    // A student who moves to another batch leaves the groups of the former one.
    const moving = updates.filter(({ change }) => change.batch_id !== undefined).map(({ id }) => id)
    if (moving.length > 0) await lockGroupsOf(tx, moving)
  },
  create: async (tx, input, password) => {
    const { user_id, name, user, roll_no, initial_password } = await createStudent(tx, caller, input, password)
    return { user_id, name, email: user.email, roll_no, initial_password }
  },
  update: async (tx, id, change, updated_at) =>
    updateStudent(tx, caller, await lockStudent(tx, caller, id), { ...change, updated_at }),
})

export const staffJob = (caller: Caller): Job<typeof StaffInput, typeof StaffChange> => ({
  entity: 'staff',
  plan: async (db, rows) => {
    const departments = await listDepartmentNames(db)
    const designations = await listDesignationNames(db)
    const roles = await listRoleNames(db)
    const accounts = await findStaffAccounts(db, keysOf(rows, 'email'))
    return planRows(staffKind(caller, { departments, designations, roles }, accounts), rows)
  },
  lock: async (tx, updates) => {
    const userIds = await lockSeveralStaff(
      tx,
      updates.map(({ id }) => id),
    )
    await lockAccounts(tx, userIds)
  },
  create: async (tx, input, { password, hash }) => {
    const { user_id, name, user } = await createStaff(tx, caller, input, hash)
    return { user_id, name, email: user.email, roll_no: null, initial_password: password }
  },
  update: async (tx, id, change, updated_at) =>
    updateStaff(tx, caller, await lockStaff(tx, caller, id), { ...change, updated_at }),
})

export interface ImportFile {
  file: ReceivedFile
  rows: readonly FileRow[]
}

/** Plans a file again. @throws 409 when it is not what `digest` stands for */
export async function planAsPreviewed<I extends Schema, C extends Schema>(
  db: Db,
  job: Job<I, C>,
  { file, rows }: ImportFile,
  digest: string,
): Promise<PlannedRow<I, C>[]> {
  const plan = await job.plan(db, rows)
  if (digestOf(file, plan) !== digest)
    throw conflict('The records have changed since the preview. Look at the preview again.')
  return plan
}

/** The refusal of one row, with its line in front. */
function atLine(line: number, error: unknown): unknown {
  const refusal = error instanceof HttpError ? error : fromDatabase(error)
  // Trouble that will pass is no fault of the line; a lost race is tried again.
  if (!refusal || refusal.status === 503) return error
  const said = Object.values(refusal.errors ?? {}).flat()
  return new HttpError(refusal.status, `Line ${line}: ${said.length > 0 ? said.join('; ') : refusal.message}`)
}

/** Any number; imports wait for each other here. */
const IMPORT_LOCK = 7_003

/**
 * Writes every row as previewed, each by the writer of its screen: audit, roles and links are theirs. `passwords` has
 * one for each new account.
 * @throws 409 when the records have changed since, and whatever a writer refuses, with its line
 */
export async function importRows<I extends Schema, C extends Schema>(
  tx: Tx,
  job: Job<I, C>,
  file: ImportFile,
  digest: string,
  passwords: readonly InitialPassword[],
  onWritten: (count: number) => void,
): Promise<Credential[]> {
  await allowMinutes(tx)
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)
  const plan = await planAsPreviewed(tx, job, file, digest)
  await job.lock(
    tx,
    plan.flatMap(({ update }) => update ?? []),
  )
  const credentials: Credential[] = []
  let written = 0
  for (const { row, create, update, readAt } of plan) {
    const password = passwords[credentials.length]
    try {
      if (create && password) credentials.push(await job.create(tx, create, password))
      else if (update) await job.update(tx, update.id, update.change, readAt)
      else continue
    } catch (error) {
      throw atLine(row.line, error)
    }
    written += 1
    onWritten(written)
  }
  return credentials
}
