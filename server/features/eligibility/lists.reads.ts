import { type SqlBool, sql } from 'kysely'
import type {
  eligibilityLists,
  FreezeInput,
  FrozenList,
  FrozenListWithRules,
} from '../../../shared/contract/eligibility-lists.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import { allowMinutes } from '../../db/patience.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { SentFile } from '../../files/sending.ts'
import { findBatch } from '../batches/reads.ts'
import { departmentProblem, readOwnDepartment } from '../departments/reads.ts'
import { fileName, replacedBy } from '../verified-documents/reads.ts'
import { BOARD, rulesInForce, type Snapshot } from './lists.rules.ts'
import { readJudged } from './standings.reads.ts'

type Filter = Query<typeof eligibilityLists.list>

/** Staff of a department are shown its own lists: one of all departments would tell them of the others. */
export function visibleLists(db: Db, caller: Caller, { batch_id, department_id }: Filter = {}) {
  let query = db
    .selectFrom('eligibility_lists')
    .where(within(caller, { department: 'eligibility_lists.department_id' }))
  if (batch_id !== undefined) query = query.where('eligibility_lists.batch_id', '=', batch_id)
  return department_id === undefined ? query : query.where('eligibility_lists.department_id', '=', department_id)
}

const withDetails = (kept: ReturnType<typeof visibleLists>) =>
  kept
    .innerJoin('verified_documents', 'verified_documents.id', 'eligibility_lists.document_id')
    .leftJoin('eligibility_list_boards as board', 'board.list_id', 'eligibility_lists.id')
    .select([
      'eligibility_lists.id',
      'eligibility_lists.title',
      'eligibility_lists.batch_id',
      'eligibility_lists.batch_name',
      'eligibility_lists.department_id',
      'eligibility_lists.department_name',
      'eligibility_lists.rules',
      'eligibility_lists.eligible',
      'eligibility_lists.on_course',
      'eligibility_lists.at_risk',
      'eligibility_lists.not_eligible',
      'eligibility_lists.exempted',
      'eligibility_lists.unjudged',
      'eligibility_lists.frozen_at',
      'eligibility_lists.frozen_by_name',
      'eligibility_lists.document_id',
      'verified_documents.issued_by',
      'verified_documents.number',
      'verified_documents.code',
      'verified_documents.sha256',
      'board.sha256 as board_sha256',
      'verified_documents.state',
      'verified_documents.ended_on',
      'verified_documents.reason',
      replacedBy.as('replaced_by'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const recordOf = ({
  batch_id,
  batch_name,
  department_id,
  department_name,
  eligible,
  on_course,
  at_risk,
  not_eligible,
  exempted,
  unjudged,
  frozen_by_name,
  issued_by,
  code,
  sha256,
  board_sha256,
  state,
  ...row
}: Row): FrozenListWithRules => ({
  ...row,
  batch: { id: batch_id, name: batch_name },
  department: department_id === null || department_name === null ? null : { id: department_id, name: department_name },
  counts: { eligible, on_course, at_risk, not_eligible, exempted, unjudged },
  frozen_by: { id: issued_by, name: frozen_by_name },
  verification_code: code,
  sha256: sha256.toString('hex'),
  board_sha256: board_sha256?.toString('hex') ?? null,
  state: state as FrozenList['state'],
})

/** Frozen lists, the newest first. */
export const {
  page: listFrozen,
  all: listAllFrozen,
  read: readFrozen,
} = listing({
  table: 'eligibility_lists',
  noun: 'List',
  kept: visibleLists,
  details: withDetails,
  order: (query) => query.orderBy('eligibility_lists.id', 'desc'),
  row: recordOf,
})

/** The names for the board of a list that the caller has been shown; nothing for one that was frozen before there were any. */
export async function findBoard(
  db: Db,
  { id, number }: Pick<FrozenList, 'id' | 'number'>,
): Promise<SentFile | undefined> {
  const board = await db
    .selectFrom('eligibility_list_boards')
    .select(['size', 'sha256', 'storage_key'])
    .where('list_id', '=', id)
    .executeTakeFirst()
  return board && { ...board, name: fileName({ kind: BOARD, number }), type: 'application/pdf' }
}

/** The college's name when a list was frozen that the caller has been shown; nothing where it was not kept. */
export async function collegeThen(db: Db, { id }: Pick<FrozenList, 'id'>): Promise<string | null | undefined> {
  const list = await db.selectFrom('eligibility_lists').select('college_name').where('id', '=', id).executeTakeFirst()
  return list?.college_name
}

/**
 * Reads the eligibility of a batch with names and rules as of one moment, whatever is changed meanwhile.
 * @throws 422 for a batch or department that is not there, and for a batch in which nobody is judged
 */
export const readSnapshot = (db: Db, ...of: Parameters<typeof snapshotIn> extends [Db, ...infer Rest] ? Rest : never) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowMinutes(tx)
      return snapshotIn(tx, ...of)
    })

/** The same within a transaction. */
export async function snapshotIn(
  tx: Db,
  caller: Caller,
  { batch_id, department_id = null, title = null }: FreezeInput,
  minimum: number,
): Promise<Snapshot> {
  const batch = await findBatch(tx, caller, batch_id)
  if (!batch) throw invalid({ batch_id: ['Batch does not exist'] })
  const department = department_id === null ? null : await readDepartment(tx, caller, department_id)
  const judged = await readJudged(tx, caller, { batch_id, department_id: department?.id }, minimum)
  if (judged.rows.length === 0) throw invalid({ batch_id: ['There is no active student to judge'] })
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx)
  return {
    title,
    batch: { id: batch.id, name: batch.name },
    department,
    rules: rulesInForce(judged.sets, { batch_id, department }, minimum),
    rows: judged.rows,
    frozen_at: rows[0]?.now ?? new Date().toISOString(),
  }
}

async function readDepartment(db: Db, caller: Caller, id: number) {
  const problem = await departmentProblem(db, caller, id, 'frozen lists')
  if (problem) throw invalid({ department_id: [problem] })
  const { name } = await readOwnDepartment(db, caller, id)
  return { id, name }
}

/** The standing paper of a batch's and department's list, if there is one, and when that was frozen. */
const standing = (db: Db, { batch, department }: Pick<Snapshot, 'batch' | 'department'>) =>
  db
    .selectFrom('eligibility_lists')
    .innerJoin('verified_documents', 'verified_documents.id', 'eligibility_lists.document_id')
    .select([
      'verified_documents.id',
      'verified_documents.number',
      'eligibility_lists.id as list_id',
      'eligibility_lists.title',
      'eligibility_lists.frozen_at',
    ])
    .where('eligibility_lists.batch_id', '=', batch.id)
    .where(sql<SqlBool>`eligibility_lists.department_id is not distinct from ${department?.id ?? null}`)
    .where('verified_documents.state', '=', 'stands')

export const findStandingList = (db: Db, snapshot: Snapshot) => standing(db, snapshot).executeTakeFirst()

export const lockStandingList = (tx: Tx, snapshot: Snapshot) =>
  standing(tx, snapshot).forUpdate('verified_documents').executeTakeFirst()

/** True when a list has the rules and the rows of a snapshot. */
export async function saysTheSame(db: Db, listId: number, { rules, rows }: Snapshot): Promise<boolean> {
  const given = JSON.stringify(
    rows.map(({ student_id, name, roll_no, verdict, conditions }) => ({
      student_id,
      name,
      roll_no,
      verdict,
      conditions,
    })),
  )
  const { rows: answer } = await sql<{ same: boolean }>`
    with kept as (select student_id, name, roll_no, verdict, conditions from eligibility_list_rows where list_id = ${listId}),
      given as (select * from jsonb_to_recordset(${given}::jsonb)
        as g(student_id int, name text, roll_no text, verdict text, conditions jsonb))
    select rules = ${JSON.stringify(rules)}::jsonb and not exists (table kept except table given)
      and not exists (table given except table kept) as same from eligibility_lists where id = ${listId}`.execute(db)
  return answer[0]?.same === true
}
