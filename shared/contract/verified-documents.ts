import * as z from 'zod/mini'
import { create, get, list, one, post } from '../endpoint.ts'
import { choice, idField, idFilters, line, searchText } from '../fields.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATES, STUDENT_DOCUMENT_KINDS } from '../labels.ts'
import { DOCUMENTS_A_DAY_MAX, WITHDRAWAL_REASON_MAX } from '../limits.ts'
import { NamedRef } from './groups.ts'

/** The facts that a document tells of itself, as it was issued. */
const issued = {
  /** Counted by year: `2026-000123`. */
  number: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** The student's name and roll number on the day of issue; null for a document that is not about one student. */
  name: z.nullable(z.string()),
  roll_no: z.nullable(z.string()),
  /** The college's day, `YYYY-MM-DD`. */
  issued_on: z.string(),
  /** The SHA-256 of the file, as hex. */
  sha256: z.string(),
  state: z.enum(DOCUMENT_STATES),
  /** The day on which it was replaced or withdrawn; null while it stands. */
  ended_on: z.nullable(z.string()),
  /** The number of the document that took its place. */
  replaced_by: z.nullable(z.string()),
}

export const VerifiedDocument = z.object({
  id: z.int(),
  ...issued,
  /** Sixteen digits of Crockford's base 32, without hyphens. */
  verification_code: z.string(),
  student_id: z.nullable(z.int()),
  /** The frozen list whose paper it is, by the names of its day; null for a document about a student. */
  list: z.nullable(
    z.object({
      id: z.int(),
      title: z.nullable(z.string()),
      batch: z.string(),
      /** Null for a list of all departments. */
      department: z.nullable(z.string()),
    }),
  ),
  issued_by: NamedRef,
  withdrawn_by: z.nullable(NamedRef),
  /** The reason of the withdrawal. */
  reason: z.nullable(z.string()),
  /** The bytes of the file. */
  size: z.int(),
  /** True when the caller is given the file: staff of a department get none that tells of others. */
  is_open: z.boolean(),
  created_at: z.string(),
})
export type VerifiedDocument = z.infer<typeof VerifiedDocument>

/** All that a stranger is told of a document. */
export const CheckedDocument = z.object({
  ...issued,
  /** The SHA-256 of the names for the board, which have the number and code of their list; null for other documents. */
  board_sha256: z.nullable(z.string()),
})
export type CheckedDocument = z.infer<typeof CheckedDocument>

export const IssueInput = z.object({
  kind: choice('Kind', STUDENT_DOCUMENT_KINDS),
  student_id: idField('Student'),
})

export const WithdrawInput = z.object({ reason: line('Reason', WITHDRAWAL_REASON_MAX) })

/** The page on which anybody checks a document; behind it stands the code. */
export const VERIFY_PATH = '/verify'

/** The answer to whatever is no code of a document. */
export const NO_SUCH_DOCUMENT = 'No document has this code.'

export const verifiedDocuments = {
  list: list('/verified-documents', {
    summary: 'Documents that the college has given out, the newest first; a student gets the own ones',
    action: 'documents:read',
    query: {
      ...idFilters('student_id'),
      kind: z.optional(choice('Kind', DOCUMENT_KINDS)),
      state: z.optional(choice('State', DOCUMENT_STATES)),
      q: searchText,
    },
    row: VerifiedDocument,
    failure: 'Failed to fetch documents',
  }),
  issue: create('/verified-documents', {
    costly: true,
    summary: 'Issue a document about a student, which takes the place of the standing one of its kind',
    action: 'documents:issue',
    body: IssueInput,
    reply: one(VerifiedDocument),
    aDay: { most: DOCUMENTS_A_DAY_MAX, noun: 'documents' },
    failure: 'Failed to issue the document',
  }),
  withdraw: post('/verified-documents/:id/withdrawal', {
    goesOn: 'change',
    summary: 'Withdraw a document; its number, code and file stay',
    action: 'documents:issue',
    body: WithdrawInput,
    reply: one(VerifiedDocument),
    failure: 'Failed to withdraw the document',
  }),
  download: get('/verified-documents/:id/download', {
    summary: 'The file of a document, as it was issued',
    action: 'documents:read',
    file: { type: 'application/pdf', description: 'A PDF' },
    failure: 'Failed to download the document',
  }),
  check: get('/verify/:code', {
    summary: 'Tells anybody who has the code of a document whether it stands',
    action: 'public',
    params: { code: z.string() },
    reply: one(CheckedDocument),
    failure: 'Failed to check the document',
  }),
}
