import { createHash } from 'node:crypto'
import { codeText } from '../../shared/verification-code.ts'
import { writtenDay } from '../../shared/written-day.ts'
import { callerOf } from '../core/caller.ts'
import { findPerson } from '../core/login.ts'
import type { Tx } from '../db/types.ts'
import type { Maker } from '../documents/pdf/maker.ts'
import { makeReport } from '../documents/pdf/pdf.ts'
import { logbookPaper } from '../features/logbook/paper.ts'
import { checkAddress } from '../features/verified-documents/rules.ts'
import { addDays } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

/** The place from which the documents are given out. */
export interface DocumentMaker extends Maker {
  address: { PUBLIC_URL?: string | undefined }
  /** Without a public address, the one of the demo itself. */
  host: string
}

/** The days since each was issued, and the codes, the same in every demo. */
const ISSUED = [
  { ago: 40, code: 'DEM0C0DE00000001' },
  { ago: 6, code: 'DEM0C0DE00000002' },
]

/** Issues the demo student's logbook, and again a month later; returns how many documents that are. */
export async function fillDocuments(
  tx: Tx,
  today: string,
  staff: readonly StaffMember[],
  students: readonly Student[],
  maker: DocumentMaker,
  putFile: (bytes: Buffer) => Promise<string>,
): Promise<number> {
  const student = students.find(({ isDemo }) => isDemo)
  const clerk = staff.find(({ email }) => email === 'student-affair@college.test')
  const holder = clerk && (await findPerson(tx, clerk.userId))
  if (!student || !holder) return 0
  const of = { id: student.id, name: student.name, roll_no: student.rollNo }
  const report = await logbookPaper.make(tx, callerOf(holder, maker.timezone), of, maker)
  const last = new Map<number, number>()
  let former: number | undefined
  for (const [place, { ago, code }] of ISSUED.entries()) {
    const day = addDays(today, -ago)
    const year = Number(day.slice(0, 4))
    last.set(year, (last.get(year) ?? 0) + 1)
    const number = `${year}-${String(last.get(year)).padStart(6, '0')}`
    const address = checkAddress(code, maker.address, { protocol: 'http', host: maker.host })
    const pdf = await makeReport({ ...report, date: writtenDay(day), proof: { number, code: codeText(code), address } })
    const next = ISSUED[place + 1]
    const [id] = await insertForIds(tx, 'verified_documents', [
      {
        number,
        code,
        kind: 'logbook',
        student_id: of.id,
        name: of.name,
        roll_no: of.roll_no,
        issued_on: day,
        issued_by: holder.id,
        state: next ? 'replaced' : 'stands',
        ended_on: next ? addDays(today, -next.ago) : null,
        replaces: former ?? null,
        size: pdf.length,
        sha256: createHash('sha256').update(pdf).digest(),
        storage_key: await putFile(pdf),
        created_at: new Date(`${day}T05:00:00Z`),
      },
    ])
    former = id
  }
  await insertRows(
    tx,
    'document_numbers',
    [...last].map(([year, count]) => ({ year, last: count })),
  )
  return ISSUED.length
}
