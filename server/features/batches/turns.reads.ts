import { type SqlBool, sql } from 'kysely'
import type { Turn } from '../../../shared/contract/batches.ts'
import { TURN_UNDO_DAYS } from '../../../shared/limits.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Turns of the last days that were not undone, the newest of each batch. */
const lastTurns = (db: Db) =>
  db
    .selectFrom('batch_turns as turn')
    .distinctOn('turn.batch_id')
    .where('turn.undone_at', 'is', null)
    .where(sql<SqlBool>`turn.turned_at > now() - make_interval(days => ${TURN_UNDO_DAYS})`)
    .orderBy('turn.batch_id')
    .orderBy('turn.id', 'desc')

/** Returns the turns that can be undone, unless their students have changed since. */
export const listTurns = (db: Db): Promise<Turn[]> =>
  lastTurns(db)
    .innerJoin('batches', 'batches.id', 'turn.batch_id')
    .where(
      sql<SqlBool>`batches.current_year = coalesce(turn.to_year, turn.from_year)
        and (turn.to_year is not null or batches.status = 'inactive')`,
    )
    .select([
      'turn.batch_id',
      'turn.from_year as from',
      'turn.to_year as to',
      'turn.turned_by',
      'turn.turned_at',
      countOf(sql`fate <> 'held_back'`).as('moved'),
      countOf(sql`fate = 'held_back'`).as('held_back'),
      countOf(sql`links is not null`).as('moved_to_batch'),
      heldStudents.as('held'),
    ])
    .execute()

const countOf = (which: ReturnType<typeof sql>) =>
  sql<number>`(select count(*) from batch_turn_students where turn_id = turn.id and ${which})`

const heldStudents = sql<
  Turn['held']
>`(select coalesce(json_agg(json_build_object('id', students.id, 'name', users.name,
    'roll_no', students.roll_no, 'batch', present.name) order by students.roll_no, students.id), '[]')
  from batch_turn_students turned
  join students on students.id = turned.student_id
  join users on users.id = students.user_id
  left join student_batches link on link.student_id = students.id and link.status = 'active'
  left join batches present on present.id = link.batch_id
  where turned.turn_id = turn.id and turned.fate = 'held_back')`

export const findLastTurn = (db: Db, batchId: number) =>
  lastTurns(db)
    .select(['turn.id', 'turn.from_year', 'turn.to_year'])
    .where('turn.batch_id', '=', batchId)
    .executeTakeFirst()

/** Locks the students of a turn and the present ones of its batch, in the order of their ids. */
export const lockTurned = (tx: Tx, turnId: number, batchId: number) =>
  tx
    .selectFrom('students')
    .select('id')
    .where(
      sql<SqlBool>`id in (select student_id from batch_turn_students where turn_id = ${turnId}
        union select student_id from student_batches where batch_id = ${batchId} and status = 'active')`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Returns what a turn did to its students, and what they are now, by roll number. */
export const listTurned = (db: Db, turnId: number) =>
  db
    .selectFrom('batch_turn_students as turned')
    .innerJoin('students', 'students.id', 'turned.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .select([
      'students.id',
      'students.user_id',
      'users.name',
      'students.roll_no',
      'students.status',
      'students.current_year as own_year',
      'link.batch_id',
      'turned.fate',
      'turned.own_year_before',
      'turned.own_year_after',
      'turned.links',
      sql<boolean>`exists (select from student_groups member
        where member.student_id = students.id and member.status = 'active')`.as('has_group'),
    ])
    .where('turned.turn_id', '=', turnId)
    .orderBy('students.roll_no')
    .orderBy('students.id')
    .execute()
export type Turned = Awaited<ReturnType<typeof listTurned>>[number]
