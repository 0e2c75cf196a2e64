import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { codeText } from '../../shared/verification-code.ts'
import { writtenDay } from '../../shared/written-day.ts'
import { callerOf } from '../core/caller.ts'
import { findPerson } from '../core/login.ts'
import type { Tx } from '../db/types.ts'
import type { Maker } from '../documents/pdf/maker.ts'
import type { DocumentKind } from '../documents/pdf/paper.ts'
import { makeReport } from '../documents/pdf/pdf.ts'
import type { PdfReport } from '../documents/pdf/report.ts'
import { logbookPaper } from '../features/logbook/paper.ts'
import { checkAddress } from '../features/verified-documents/rules.ts'
import { addDays } from './days.ts'
import { insertForIds } from './insert.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

/** The place from which the documents are given out. */
export interface DocumentMaker extends Maker {
  address: { PUBLIC_URL?: string | undefined }
  /** Without a public address, the one of the demo itself. */
  host: string
}

interface DemoDocument {
  kind: DocumentKind
  student: { id: number; name: string; roll_no: string | null } | null
  report: PdfReport
  code: string
  /** The days since it was issued, and since the next one took its place. */
  ago: number
  endedAgo?: number | undefined
  former?: number | undefined
  issuedBy: number
  /** A second paper of the same number and code. */
  beside?: PdfReport
}

/** The next number of a year. */
async function nextNumber(tx: Tx, year: number): Promise<string> {
  const { last } = await tx
    .insertInto('document_numbers')
    .values({ year, last: 1 })
    .onConflict((taken) => taken.column('year').doUpdateSet({ last: sql<number>`document_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${year}-${String(last).padStart(6, '0')}`
}

/** Issues documents of the past, which are numbered in the order in which they are issued; returns the id of each, and the file of its second paper. */
export const issuing =
  (tx: Tx, today: string, maker: DocumentMaker, putFile: (bytes: Buffer) => Promise<string>) =>
  async ({ kind, student, report, code, ago, endedAgo, former, issuedBy, beside }: DemoDocument) => {
    const day = addDays(today, -ago)
    const number = await nextNumber(tx, Number(day.slice(0, 4)))
    const address = checkAddress(code, maker.address, { protocol: 'http', host: maker.host })
    const proof = { number, code: codeText(code), address }
    const kept = async (paper: PdfReport) => {
      const pdf = await makeReport({ ...paper, date: writtenDay(day), proof })
      return { size: pdf.length, sha256: createHash('sha256').update(pdf).digest(), storage_key: await putFile(pdf) }
    }
    const [id] = await insertForIds(tx, 'verified_documents', [
      {
        number,
        code,
        kind,
        student_id: student?.id ?? null,
        name: student?.name ?? null,
        roll_no: student?.roll_no ?? null,
        issued_on: day,
        issued_by: issuedBy,
        state: endedAgo === undefined ? 'stands' : 'replaced',
        ended_on: endedAgo === undefined ? null : addDays(today, -endedAgo),
        replaces: former ?? null,
        ...(await kept(report)),
        created_at: new Date(`${day}T05:00:00Z`),
      },
    ])
    if (id === undefined) throw new Error('A document of the demo was not issued')
    return { id, beside: beside && (await kept(beside)) }
  }
export type Issue = ReturnType<typeof issuing>

/** The days since each was issued, and the codes, the same in every demo. */
const ISSUED = [
  { ago: 40, code: 'DEM0C0DE00000001' },
  { ago: 6, code: 'DEM0C0DE00000002' },
]

/** Issues the demo student's logbook, and again a month later; returns how many documents that are. */
export async function fillDocuments(
  tx: Tx,
  issue: Issue,
  staff: readonly StaffMember[],
  students: readonly Student[],
  maker: DocumentMaker,
): Promise<number> {
  const student = students.find(({ isDemo }) => isDemo)
  const clerk = staff.find(({ email }) => email === 'student-affair@college.test')
  const holder = clerk && (await findPerson(tx, clerk.userId))
  if (!student || !holder) return 0
  const of = { id: student.id, name: student.name, roll_no: student.rollNo }
  const report = await logbookPaper.make(tx, callerOf(holder, maker.timezone), of, maker)
  let former: number | undefined
  for (const [place, one] of ISSUED.entries()) {
    const issued = await issue({
      ...one,
      kind: 'logbook',
      student: of,
      report,
      endedAgo: ISSUED[place + 1]?.ago,
      former,
      issuedBy: holder.id,
    })
    former = issued.id
  }
  return ISSUED.length
}
