import type * as z from 'zod/mini'
import type { Credential } from '../../../shared/contract/accounts.ts'
import type { SkillChange, SkillInput } from '../../../shared/contract/skills.ts'
import type { StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import type { StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import type { Db, Tx } from '../../db/types.ts'
import { lockAccounts, type PersonEntity } from '../accounts/reads.ts'
import { lockGroupsOf } from '../memberships/locks.reads.ts'
import { lockSkill, lockSkills } from '../skills/reads.ts'
import { createSkill, deleteSkill, updateSkill } from '../skills/writes.ts'
import { lockSeveralStaff, lockStaff } from '../staff/reads.ts'
import { createStaff, deleteStaff, updateStaff } from '../staff/writes.ts'
import { lockStudent, lockStudents } from '../students/reads.ts'
import { createStudent, deleteStudent, updateStudent } from '../students/writes.ts'
import type { FileRow } from './file-row.ts'
import type { PlannedRow, RowsKind } from './kinds.ts'
import { newGroups, withNew } from './new-names.ts'
import { readOwnPlan } from './own.ts'
import { planRows } from './plan.ts'
import {
  findSkills,
  findStaffAccounts,
  findStudentAccounts,
  groupFactsOf,
  listBatchNames,
  listDepartmentNames,
  listDesignationNames,
  listInGroups,
  listRoleNames,
} from './reads.ts'
import type { Planner } from './set-jobs.ts'
import { keysOfSkills, ownDepartmentNotes, skillKind, withOwnDepartment } from './skills.ts'
import { staffKind, withZeros } from './staff.ts'
import { leavingNotes, movingIn, studentKind } from './students.ts'

/** The work of one kind of import: plans its rows, and writes one as its screen does, or undoes it. */
interface RowsJob<I extends Schema, C extends Schema> extends Planner<PlannedRow<I, C>> {
  kind: RowsKind
  /** Says how cells were read that the file leaves empty, and what an update brings along. */
  notes?(
    db: Db,
    rows: readonly FileRow[],
    wide: unknown,
    plan: readonly PlannedRow<Schema, Schema>[],
  ): Promise<string[]>
  /** Locks all that the updates of a file will change, before the first of them, in the order that every write keeps. */
  lock(tx: Tx, updates: readonly { id: number; change: z.output<C> }[]): Promise<void>
  update(tx: Tx, id: number, change: z.output<C>, readAt: string | undefined): Promise<Written>
  /** Locks the records that an undoing changes or deletes, and what the table of locks has before groups. */
  lockForUndo(tx: Tx, ids: readonly number[]): Promise<void>
  remove(tx: Tx, id: number): Promise<void>
}

/** A record that was written, and when. */
export interface Written {
  id: number
  updated_at: string
}

/** Each of the people who are added gets an account. */
interface PeopleJob<I extends Schema, C extends Schema> extends RowsJob<I, C> {
  accountsOf: PersonEntity
  create(tx: Tx, input: z.output<I>, password: InitialPassword): Promise<Written & { credential: Credential }>
}

interface RecordsJob<I extends Schema, C extends Schema> extends RowsJob<I, C> {
  accountsOf: null
  create(tx: Tx, input: z.output<I>): Promise<Written>
}

export type Job<I extends Schema, C extends Schema> = PeopleJob<I, C> | RecordsJob<I, C>

const keysOf = (rows: readonly FileRow[], field: string) =>
  rows.flatMap(({ cells }) => cells[field]?.toLowerCase() ?? [])

export const studentJob = (caller: Caller): Job<typeof StudentInput, typeof StudentChange> => ({
  kind: 'students',
  accountsOf: 'student',
  plan: async (db, rows, news) => {
    const batches = withNew('batch_id', await listBatchNames(db), news)
    const accounts = await findStudentAccounts(db, keysOf(rows, 'email'), keysOf(rows, 'roll_no'))
    const facts = await groupFactsOf(
      db,
      rows,
      accounts.flatMap(({ id }) => id ?? []),
      newGroups(batches, news),
    )
    const own = await readOwnPlan(db, caller, 'students', rows, accounts)
    return planRows(studentKind(caller, batches, accounts, { groups: facts, own }), rows)
  },
  notes: async (db, _rows, _wide, plan) => {
    const moving = movingIn(plan)
    return moving.size === 0 ? [] : leavingNotes(moving, await listInGroups(db, [...moving.keys()]))
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
    const made = await createStudent(tx, caller, input, password)
    const { id, updated_at, user_id, name, user, roll_no, initial_password } = made
    const named = user.email === null && roll_no !== null ? { sign_in_name: roll_no } : {}
    return { id, updated_at, credential: { user_id, name, email: user.email, roll_no, ...named, initial_password } }
  },
  update: async (tx, id, change, updated_at) =>
    updateStudent(tx, caller, await lockStudent(tx, caller, id), { ...change, updated_at }),
  lockForUndo: async (tx, ids) => {
    const students = await lockStudents(tx, caller, ids, 'deletion')
    await lockAccounts(
      tx,
      students.map(({ user_id }) => user_id),
    )
  },
  remove: async (tx, id) => deleteStudent(tx, caller, await lockStudent(tx, caller, id, 'deletion')),
})

export const staffJob = (caller: Caller): Job<typeof StaffInput, typeof StaffChange> => ({
  kind: 'staff',
  accountsOf: 'staff',
  plan: async (db, rows, news) => {
    const departments = withNew('department_id', await listDepartmentNames(db), news)
    const designations = withNew('designation_id', await listDesignationNames(db), news)
    const roles = await listRoleNames(db)
    const accounts = await findStaffAccounts(db, keysOf(rows, 'email'), keysOf(rows, 'staff_no').flatMap(withZeros))
    const own = await readOwnPlan(db, caller, 'staff', rows, accounts)
    return planRows(staffKind(caller, { departments, designations, roles }, accounts, own), rows)
  },
  lock: async (tx, updates) => {
    const userIds = await lockSeveralStaff(
      tx,
      updates.map(({ id }) => id),
    )
    await lockAccounts(tx, userIds)
  },
  create: async (tx, input, { password, hash }) => {
    const { id, updated_at, user_id, name, user, staff_no } = await createStaff(tx, caller, input, hash)
    const named = user.email === null && staff_no !== null ? { sign_in_name: staff_no } : {}
    return {
      id,
      updated_at,
      credential: { user_id, name, email: user.email, roll_no: null, ...named, initial_password: password },
    }
  },
  update: async (tx, id, change, updated_at) =>
    updateStaff(tx, caller, await lockStaff(tx, caller, id), { ...change, updated_at }),
  lockForUndo: async (tx, ids) => {
    await lockAccounts(tx, await lockSeveralStaff(tx, ids))
  },
  remove: async (tx, id) => deleteStaff(tx, caller, await lockStaff(tx, caller, id, 'deletion')),
})

export const skillJob = (caller: Caller): Job<typeof SkillInput, typeof SkillChange> => ({
  kind: 'skills',
  accountsOf: null,
  plan: async (db, given) => {
    const departments = await listDepartmentNames(db)
    const rows = withOwnDepartment(given, caller, departments)
    const skills = await findSkills(db, caller, keysOfSkills(rows, departments))
    return planRows(skillKind(caller, departments, skills), rows)
  },
  notes: async (db, rows) => ownDepartmentNotes(rows, caller, await listDepartmentNames(db), 'Skills'),
  lock: async (tx, updates) => {
    await lockSkills(
      tx,
      caller,
      updates.map(({ id }) => id),
    )
  },
  create: (tx, input) => createSkill(tx, caller, input),
  update: async (tx, id, change, updated_at) =>
    updateSkill(tx, caller, await lockSkill(tx, caller, id), { ...change, updated_at }),
  lockForUndo: async (tx, ids) => {
    await lockSkills(tx, caller, ids, 'deletion')
  },
  remove: async (tx, id) => deleteSkill(tx, caller, await lockSkill(tx, caller, id, 'deletion')),
})
