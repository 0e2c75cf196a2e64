import { sql } from 'kysely'
import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { codeText } from '../../../shared/verification-code.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { conflict } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import type { DocumentKind, PaperStudent } from '../../documents/pdf/paper.ts'
import { headed, makeReport } from '../../documents/pdf/pdf.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { keepFiles, type StoredFile } from '../../files/keeping.ts'
import { madeFile } from '../../files/made-file.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import type { Call } from '../../http/routes.ts'
import { fileName, readDocument } from './reads.ts'
import { checkAddress, newCode } from './rules.ts'
import { trail } from './writes.ts'

/** The next number of the college's year. */
async function nextNumber(tx: Tx, zone: string): Promise<string> {
  const { year, last } = await tx
    .insertInto('document_numbers')
    .values({ year: sql<number>`extract(year from now() at time zone ${zone})::int`, last: 1 })
    .onConflict((taken) => taken.column('year').doUpdateSet({ last: sql<number>`document_numbers.last + 1` }))
    .returning(['year', 'last'])
    .executeTakeFirstOrThrow()
  return `${year}-${String(last).padStart(6, '0')}`
}

interface Paper {
  kind: DocumentKind
  report: PdfReport
  /** The student whom it is about, if it is about one. */
  student: PaperStudent | null
  /** A second paper of the same number and code, and the name of its file before the number. */
  beside?: { name: string; report: PdfReport }
}

/** The parts of a call that issues. */
type Issuing = Pick<Call<Endpoint>, 'db' | 'services' | 'request'> & { caller: Caller }

/** A paper that is kept, and that no row knows yet. */
export interface KeptPaper extends Pick<Paper, 'kind' | 'student'> {
  number: string
  code: string
  file: StoredFile
  /** The file of the second paper, whose row is the caller's to make. */
  beside?: StoredFile | undefined
}

/**
 * Numbers and codes a paper, makes its PDF, keeps it, and then runs `commit`, the transaction in which `issueDocument`
 * makes its row. The number stands on the paper, so it is taken before: one whose write is refused is left out, which
 * tells nothing but that. A slow PDF or store keeps no connection and no lock.
 */
export async function keepPaper<T>(
  { db, caller, services, request }: Issuing,
  { kind, report, student, beside }: Paper,
  commit: (kept: KeptPaper) => Promise<T>,
): Promise<T> {
  const number = await db.transaction().execute((tx) => nextNumber(tx, caller.zone))
  const code = newCode()
  const proof = { number, code: codeText(code), address: checkAddress(code, services.settings, request) }
  const papers = [{ name: kind, report }, ...(beside ? [beside] : [])]
  await using made = new AsyncDisposableStack()
  const files: ReceivedFile[] = []
  for (const paper of papers) {
    const pdf = await makeReport(headed(makerOf(services), { ...paper.report, proof }))
    const name = fileName({ kind: paper.name, number })
    files.push(made.use(await madeFile(services.files, name, pdf)).file)
  }
  // Awaited, as the end of this function removes what was not kept.
  return await keepFiles(services.files, files, request.log, ([file, second]) => {
    if (!file) throw new Error('The paper was not kept')
    return commit({ kind, student, number, code, file, beside: second })
  })
}

/**
 * Issues a kept paper, which takes the place of a former one. The caller of this has locked what it is about, so
 * that of two papers that are issued at once one stands.
 * @throws 409 when the former one has a later number: it was issued while this one was made, perhaps of newer figures
 */
export async function issueDocument(
  tx: Tx,
  caller: Caller,
  { kind, student, number, code, file }: KeptPaper,
  former: { id: number; number: string } | undefined,
): Promise<VerifiedDocument> {
  if (former && former.number > number)
    throw conflict('Another document of this kind has been issued meanwhile. Please look at it first.')
  const today = dayIn(caller.zone)
  if (former) {
    const before = await readDocument(tx, caller, former.id)
    await tx
      .updateTable('verified_documents')
      .set({ state: 'replaced', ended_on: today })
      .where('id', '=', former.id)
      .execute()
    await trail.changed(tx, caller, before, { ...before, state: 'replaced', ended_on: today, replaced_by: number })
  }
  const { id } = await tx
    .insertInto('verified_documents')
    .values({
      number,
      code,
      kind,
      student_id: student?.id ?? null,
      name: student?.name ?? null,
      roll_no: student?.roll_no ?? null,
      issued_on: today,
      issued_by: caller.id,
      replaces: former?.id ?? null,
      size: file.size,
      sha256: file.sha256,
      storage_key: file.storage_key,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const issued = await readDocument(tx, caller, id)
  await trail.created(tx, caller, issued)
  return issued
}
