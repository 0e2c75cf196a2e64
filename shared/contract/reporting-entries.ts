import * as z from 'zod/mini'
import { create, get, list, one } from '../endpoint.ts'
import { optionalText } from '../fields.ts'
import { EVIDENCE_FILES } from '../files.ts'
import { levelText, REPORT_LEVELS, wordOf } from '../labels.ts'
import { NamedRef } from './groups.ts'

/** The events of a case. */
export const REPORT_ENTRY_KINDS = [
  'created',
  'assigned',
  'edited',
  'responded',
  'awaited',
  'escalated',
  'resolved',
  'closed',
  'reopened',
  /** Taken from an assignee who has left, or may no longer be one. */
  'handed_over',
  'comment',
  /** The reply of a student, or of a person whose reply was awaited. */
  'reply',
  /** The person whose reply was awaited has left. */
  'no_reply',
  'withdrawn',
] as const

/** The name of each event on the screen and on paper. */
export const ENTRY_WORDS: Record<(typeof REPORT_ENTRY_KINDS)[number], string> = {
  created: 'Created',
  assigned: 'Assigned',
  edited: 'Changed',
  responded: 'Initial Response',
  awaited: 'Reply Asked For',
  escalated: 'Escalated',
  resolved: 'Resolved',
  closed: 'Closed',
  reopened: 'Reopened',
  handed_over: 'Handed Over',
  comment: 'Comment',
  reply: 'Reply',
  no_reply: 'No Reply Expected',
  withdrawn: 'Withdrawn',
}

/** Returns the title: "Escalated to Sana Malik (HOD)". */
export function entryTitle({ kind, staff, level }: Pick<ReportingEntry, 'kind' | 'staff' | 'level'>): string {
  const word = wordOf(ENTRY_WORDS, kind)
  if (!staff) return word
  return `${word} to ${staff.name}${level ? ` (${levelText(level)})` : ''}`
}

const EvidenceFile = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** A media type, decided by content and ending. */
  type: z.string(),
  /** Hex. */
  sha256: z.string(),
})

/** A dated entry of a case's file. It never changes. */
export const ReportingEntry = z.object({
  id: z.int(),
  kind: z.enum(REPORT_ENTRY_KINDS),
  at: z.string(),
  /** Null for the program itself, or for a reporter whose name the reader may not see. */
  author: z.nullable(NamedRef),
  text: z.nullable(z.string()),
  /** The person to whom the case was given. */
  staff: z.nullable(NamedRef),
  level: z.nullable(z.enum(REPORT_LEVELS)),
  files: z.array(EvidenceFile),
})
export type ReportingEntry = z.infer<typeof ReportingEntry>

/** Refuses an entry without text and file. */
export const NO_ENTRY = 'Please enter a text or choose a file'

/** The text fields of an entry's form; the files come as `files[0]`, `files[1]` and so on. */
export const ReportingEntryForm = z.object({ text: optionalText('Text') })

export const reportingEntries = {
  list: list('/reportings/:id/entries', {
    summary: 'What happened to a report, with what was added to its file, oldest first',
    action: 'reportings:read',
    row: ReportingEntry,
    failure: 'Failed to fetch reportings',
  }),
  add: create('/reportings/:id/entries', {
    summary: 'Add a comment or evidence to the file of a report; of a student it is a reply',
    action: 'reportings:add',
    body: ReportingEntryForm,
    upload: EVIDENCE_FILES,
    reply: one(ReportingEntry),
    failure: 'Failed to add response',
  }),
  evidence: get('/reportings/:id/entries/:entry_id/files/:file_name', {
    summary: 'One file of the evidence',
    action: 'reportings:read',
    params: { file_name: z.string() },
    file: { type: 'application/octet-stream', description: 'The file, to keep' },
    failure: 'Failed to download file',
  }),
  printWithdrawn: get('/reportings/withdrawn/:id/print', {
    summary: 'The case file of a withdrawn report as a PDF',
    action: 'reportings:read-withdrawn',
    file: { type: 'application/pdf', description: 'The case file' },
    costly: true,
    failure: 'Failed to download file',
  }),
  print: get('/reportings/:id/print', {
    summary: 'The case file as a PDF, with who printed it and when',
    action: 'reportings:print',
    file: { type: 'application/pdf', description: 'The case file' },
    costly: true,
    failure: 'Failed to download file',
  }),
}
