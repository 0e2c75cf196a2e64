import type { FrozenListWithRules } from '../../../shared/contract/eligibility-lists.ts'
import { ELIGIBILITY_VERDICTS } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { lockBatchIfThere } from '../batches/reads.ts'
import { issueDocument, type KeptPaper } from '../verified-documents/issuing.writes.ts'
import { type findStandingList, lockStandingList, readFrozen, saysTheSame } from './lists.reads.ts'
import type { Snapshot } from './lists.rules.ts'
import { countVerdicts } from './rules.ts'

const trail = trailOf(
  'eligibility_list',
  ['title', 'batch', 'department', 'number', 'frozen_at', 'board_sha256', ...ELIGIBILITY_VERDICTS],
  ({ batch, department, counts, ...rest }: FrozenListWithRules) => ({
    ...rest,
    ...counts,
    batch: batch.name,
    department: department?.name ?? null,
  }),
)

/** Rows are written so many at once. */
const AT_ONCE = 500

const REPEATED_MS = 60_000

/** Refuses a list that says what the standing one of the last minute says. @throws 409 */
export async function refuseRepeated(
  db: Db,
  snapshot: Snapshot,
  standing: Awaited<ReturnType<typeof findStandingList>>,
): Promise<void> {
  if (!standing || standing.title !== snapshot.title) return
  if (Date.parse(snapshot.frozen_at) - Date.parse(standing.frozen_at) > REPEATED_MS) return
  if (!(await saysTheSame(db, standing.list_id, snapshot))) return
  throw conflict(`List ${standing.number} says the same, and was frozen less than a minute ago.`)
}

/**
 * Keeps a snapshot with its paper, which takes the place of the former list of this batch and department.
 * @throws 422 for a batch that is gone meanwhile, 409 when a later list, or the same, has been frozen meanwhile
 */
export async function freezeList(
  tx: Tx,
  caller: Caller,
  snapshot: Snapshot,
  paper: KeptPaper & { college: string },
): Promise<FrozenListWithRules> {
  // Two who freeze the same batch at once wait here for each other.
  if (!(await lockBatchIfThere(tx, caller, snapshot.batch.id))) throw invalid({ batch_id: ['Batch does not exist'] })
  const former = await lockStandingList(tx, snapshot)
  if (former && former.frozen_at > snapshot.frozen_at)
    throw conflict('Another list of this batch has been frozen meanwhile. Please look at it first.')
  await refuseRepeated(tx, snapshot, former)
  const { id: documentId } = await issueDocument(tx, caller, paper, former)
  const { college, beside } = paper
  const list = await readFrozen(tx, caller, await addList(tx, caller, snapshot, { documentId, college, board: beside }))
  await trail.created(tx, caller, list)
  return list
}

interface Issued {
  documentId: number
  /** The college's name of then. */
  college: string
  /** The names for the board. */
  board: Pick<StoredFile, 'size' | 'sha256' | 'storage_key'> | undefined
}

/** Writes a list of an issued document with its rows and its names for the board; returns its id. */
export async function addList(
  tx: Tx,
  caller: Pick<Caller, 'name'>,
  { batch, department, title, rules, rows, frozen_at }: Snapshot,
  { documentId, college, board }: Issued,
): Promise<number> {
  const { id } = await tx
    .insertInto('eligibility_lists')
    .values({
      document_id: documentId,
      college_name: college,
      title,
      batch_id: batch.id,
      batch_name: batch.name,
      department_id: department?.id ?? null,
      department_name: department?.name ?? null,
      rules: JSON.stringify(rules),
      ...countVerdicts(rows),
      frozen_at,
      frozen_by_name: caller.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (board) {
    const { size, sha256, storage_key } = board
    await tx.insertInto('eligibility_list_boards').values({ list_id: id, size, sha256, storage_key }).execute()
  }
  const stored = rows.map(({ student_id, name, roll_no, verdict, conditions }, position) => ({
    list_id: id,
    position,
    student_id,
    name,
    roll_no,
    verdict,
    conditions: JSON.stringify(conditions),
  }))
  for (let from = 0; from < stored.length; from += AT_ONCE)
    await tx
      .insertInto('eligibility_list_rows')
      .values(stored.slice(from, from + AT_ONCE))
      .execute()
  return id
}
