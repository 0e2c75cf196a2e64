import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { LOGBOOK_PRINTED_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import type { Maker } from '../../documents/pdf/maker.ts'
import type { PaperStudent, StudentPaper } from '../../documents/pdf/paper.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { studentDocument } from './documents.ts'
import { countEntries, listAllEntries } from './reads.ts'
import { readStandings } from './standings.reads.ts'

/** Returns a student's logbook as it is printed, with its signed performances. @throws 409 when too long */
export async function logbookReport(
  db: Db,
  caller: Caller,
  student: PaperStudent,
  maker: Maker,
): Promise<{ report: PdfReport; entries: LogEntry[] }> {
  const filter = { student_id: student.id, status: 'signed' as const }
  if ((await countEntries(db, caller, filter)) > LOGBOOK_PRINTED_MAX)
    throw conflict(`This logbook has more than ${LOGBOOK_PRINTED_MAX} signed performances, too many for one file.`)
  const [standings, entries] = await Promise.all([
    readStandings(db, caller, student.id),
    listAllEntries(db, caller, filter),
  ])
  return { report: studentDocument({ student, standings, entries }, maker), entries }
}

const NOTHING = 'No performance of this student has been signed, so there is no logbook to issue'

export const logbookPaper: StudentPaper = {
  kind: 'logbook',
  make: async (...of) => {
    const { report, entries } = await logbookReport(...of)
    if (entries.length === 0) throw invalid({ kind: [NOTHING] })
    return report
  },
}
