import type { DOCUMENT_KINDS, STUDENT_DOCUMENT_KINDS } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import type { Maker } from './maker.ts'
import type { PdfReport } from './report.ts'

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The student of a paper, as the record is today. */
export interface PaperStudent {
  id: number
  name: string
  roll_no: string | null
  /** The present batch, for papers that name it. */
  batch?: { name: string } | null
}

/** A kind of paper about one student that the college gives out, declared by the feature whose figures it tells. */
export interface StudentPaper {
  kind: (typeof STUDENT_DOCUMENT_KINDS)[number]
  /**
   * Reads it with the caller's eyes: who gives it out sees the whole college.
   * @throws 422 on the kind, when there is nothing to tell
   */
  make: (db: Db, caller: Caller, student: PaperStudent, maker: Maker) => Promise<PdfReport>
}
