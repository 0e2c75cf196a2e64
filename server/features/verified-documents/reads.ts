import { type SqlBool, sql } from 'kysely'
import type {
  CheckedDocument,
  VerifiedDocument,
  verifiedDocuments,
} from '../../../shared/contract/verified-documents.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { codeIn } from '../../../shared/verification-code.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { departmentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { PackOf } from '../../documents/packs/part.ts'
import type { DocumentKind } from '../../documents/pdf/paper.ts'

/** A pack has those of the present students of a batch that were issued in a time. */
type Filter = Query<typeof verifiedDocuments.list> & { packed?: PackOf }

/** Finds a document by its own words, the code on its paper, and the names of the frozen list whose paper it is. */
const foundBy = (q: string) => sql<SqlBool>`verified_documents.id in (
  select named.id from verified_documents named where ${contains(q, ['named.found_by_folded'])}
  union all select coded.id from verified_documents coded where coded.code = ${codeIn(q) ?? ''}
  union all select list.document_id from eligibility_lists list
    where ${contains(q, ['list.title', 'list.batch_name', 'list.department_name'])})`

/**
 * Staff of a department see its own frozen lists, and that a document was given to a student who is, or was, in a group
 * of theirs.
 */
function visible(db: Db, caller: Caller, { student_id, kind, state, q, packed }: Filter = {}) {
  let query = db.selectFrom('verified_documents').where(
    within(caller, {
      department: (own) => sql<SqlBool>`(exists (select from student_groups link
          where link.student_id = verified_documents.student_id and link.department_id = ${own})
        or exists (select from eligibility_lists list
          where list.document_id = verified_documents.id and list.department_id = ${own}))`,
      student: ({ id }) => sql<SqlBool>`verified_documents.student_id = ${id}`,
    }),
  )
  if (packed)
    query = query
      .where('verified_documents.issued_on', '>=', packed.from)
      .where('verified_documents.issued_on', '<=', packed.to)
      .where(
        sql<SqlBool>`verified_documents.student_id in (select student_id from student_batches
          where batch_id = ${packed.batch.id} and status = 'active')`,
      )
  if (kind) query = query.where('verified_documents.kind', '=', kind)
  if (state) query = query.where('verified_documents.state', '=', state)
  if (q) query = query.where(foundBy(q))
  return student_id === undefined ? query : query.where('verified_documents.student_id', '=', student_id)
}

/** True when the caller is given the file. One about a student tells of every department, the own list of the own one. */
const opensFile = (caller: Caller, { kind }: { kind: string }): boolean =>
  departmentOf(caller) === undefined || kind === 'eligibility-list'

/** Selects the number of the document that took a document's place. */
export const replacedBy = sql<string | null>`(select newer.number from verified_documents newer
  where newer.replaces = verified_documents.id)`

const SHOWN = [
  'verified_documents.id',
  'verified_documents.number',
  'verified_documents.code as verification_code',
  'verified_documents.kind',
  'verified_documents.student_id',
  'verified_documents.name',
  'verified_documents.roll_no',
  'verified_documents.issued_on',
  'verified_documents.issued_by',
  'verified_documents.state',
  'verified_documents.ended_on',
  'verified_documents.withdrawn_by',
  'verified_documents.reason',
  'verified_documents.size',
  'verified_documents.created_at',
  'verified_documents.sha256',
] as const

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('users as issuer', 'issuer.id', 'verified_documents.issued_by')
    .leftJoin('users as withdrawer', 'withdrawer.id', 'verified_documents.withdrawn_by')
    .leftJoin('eligibility_lists as list', 'list.document_id', 'verified_documents.id')
    .select([
      ...SHOWN,
      'issuer.name as issuer_name',
      'withdrawer.name as withdrawer_name',
      'list.id as list_id',
      'list.title',
      'list.batch_name',
      'list.department_name',
      replacedBy.as('replaced_by'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = (
  {
    issuer_name,
    withdrawer_name,
    list_id,
    title,
    batch_name,
    department_name,
    sha256,
    issued_by,
    withdrawn_by,
    ...row
  }: Row,
  caller: Caller,
): VerifiedDocument => ({
  ...row,
  list:
    list_id === null || batch_name === null
      ? null
      : { id: list_id, title, batch: batch_name, department: department_name },
  kind: row.kind as DocumentKind,
  state: row.state as VerifiedDocument['state'],
  sha256: sha256.toString('hex'),
  issued_by: { id: issued_by, name: issuer_name },
  withdrawn_by: withdrawn_by === null ? null : { id: withdrawn_by, name: withdrawer_name ?? '' },
  is_open: opensFile(caller, row),
})

/** Issued documents, the newest first. */
export const {
  page: listDocuments,
  all: listAllDocuments,
  read: readDocument,
  lock: lockDocument,
} = listing({
  table: 'verified_documents',
  noun: 'Document',
  kept: visible,
  details: withDetails,
  order: (query) => query.orderBy('verified_documents.id', 'desc'),
  row: withRefs,
})

/** The file of a document as it is sent; nothing for who is not given it. */
export async function findFile(db: Db, caller: Caller, id: number) {
  const file = await readFileOf(visible(db, caller), id)
  return file && opensFile(caller, file) ? file : undefined
}

/** The file of a document whose subject the caller has been shown, and who may read all of it. */
export const findFileOfShown = (db: Db, id: number) => readFileOf(db.selectFrom('verified_documents'), id)

async function readFileOf(kept: ReturnType<typeof visible>, id: number) {
  const row = await kept
    .select(['number', 'kind', 'storage_key', 'size', 'sha256'])
    .where('verified_documents.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, name: fileName(row), type: 'application/pdf' }
}

/** Names a document's file by its kind and number. */
export const fileName = ({ kind, number }: { kind: string; number: string }) => `${kind}-${number}.pdf`

/** Returns the standing document of a kind about a student, if there is one; it is new within a minute of its issue. */
const standing = (db: Db, studentId: number, kind: DocumentKind) =>
  db
    .selectFrom('verified_documents')
    .select(['id', 'number', sql<boolean>`created_at > now() - interval '1 minute'`.as('is_new')])
    .where('student_id', '=', studentId)
    .where('kind', '=', kind)
    .where('state', '=', 'stands')

export const findStanding = (db: Db, studentId: number, kind: DocumentKind) =>
  standing(db, studentId, kind).executeTakeFirst()

/** The same, locked: it may be withdrawn just now. */
export const lockStanding = (tx: Tx, studentId: number, kind: DocumentKind) =>
  standing(tx, studentId, kind).forUpdate().executeTakeFirst()

/** All that a stranger is told of the document with this code; nothing where there is none. */
export async function findByCode(db: Db, code: string): Promise<CheckedDocument | undefined> {
  const row = await db
    .selectFrom('verified_documents')
    .select([
      'number',
      'kind',
      'name',
      'roll_no',
      'issued_on',
      'sha256',
      'state',
      'ended_on',
      replacedBy.as('replaced_by'),
      sql<Buffer | null>`(select board.sha256 from eligibility_list_boards board
        join eligibility_lists list on list.id = board.list_id
        where list.document_id = verified_documents.id)`.as('board_sha256'),
    ])
    .where('code', '=', code)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      kind: row.kind as DocumentKind,
      state: row.state as CheckedDocument['state'],
      sha256: row.sha256.toString('hex'),
      board_sha256: row.board_sha256?.toString('hex') ?? null,
    }
  )
}
