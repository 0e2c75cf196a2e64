import { entryTitle, type ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { daysText, labelOf, levelText } from '../../../shared/labels.ts'
import { dayText, instantsIn, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import type { PrintedEntries } from './entries.reads.ts'

/** The place, time and person of a print. */
export interface Printing extends Maker {
  printer: string
  at: Date
}

type InstantText = ReturnType<typeof instantsIn>
type Fact = readonly [label: string, value: string]

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const whenFilled = (label: string, value: string | null | undefined): Fact[] => (value ? [[label, value]] : [])
const whenSaid = (label: string, value: boolean | null): Fact[] => (value === null ? [] : [[label, yesNo(value)]])

function caseFacts(reporting: Reporting, instantText: InstantText): Fact[] {
  const { student, reporter, escalation_target: target, escalated_at, resolved_at } = reporting
  return [
    ['Case Number', reporting.case_number],
    ['Title', reporting.title],
    ['Student', student.name],
    ['Roll Number', student.roll_no ?? '—'],
    ['Student Status', labelOf(student.status)],
    ['Category', labelOf(reporting.category)],
    ['Severity', labelOf(reporting.severity)],
    ['Priority', labelOf(reporting.priority)],
    ['Status', labelOf(reporting.status)],
    ['Current Level', levelText(reporting.current_level)],
    ['Assigned To', reporting.assignee.name],
    // The person who prints may be the student concerned, in another role.
    ...whenFilled('Reported By', reporter?.name),
    ['Reported', instantText(reporting.reported_at)],
    ['Assigned', instantText(reporting.assigned_at)],
    ...whenFilled('Escalated', target && escalated_at && instantText(escalated_at)),
    ...whenFilled('Escalated To', target?.name),
    ...whenFilled('Resolved', resolved_at && instantText(resolved_at)),
    [resolved_at ? 'Resolved After' : 'Open For', daysText(reporting.days_open)],
    ['Immediate Attention', yesNo(reporting.requires_immediate_attention)],
    ...whenSaid('Hidden from Student', reporting.is_confidential),
  ]
}

/**
 * Returns the texts of a case, each under its own heading; texts that are not there, or not for the reader, are left
 * out. So are an escalation and a resolution that are past: the timeline tells of them.
 */
function textParts(reporting: Reporting): PdfReport['parts'] {
  const { escalation_target, resolved_at } = reporting
  const texts: [heading: string, text: string | null][] = [
    ['Description', reporting.description],
    ['Initial Response', reporting.initial_response],
    ['Reason for Escalation', escalation_target && reporting.escalation_reason],
    ['Resolution Notes', resolved_at && reporting.resolution_notes],
    ['Internal Notes', reporting.internal_notes],
  ]
  return texts.flatMap(([heading, text]) => (text === null ? [] : [{ heading, texts: [text] }]))
}

const entryText = ({ text, files }: ReportingEntry) =>
  [...(text === null ? [] : [text]), ...files.map(({ name }) => `Evidence: ${name}`)].join('\n')

const timeline = (entries: readonly ReportingEntry[], instantText: InstantText) => ({
  columns: [
    { label: 'Date & Time', share: 0.2 },
    { label: 'What', share: 0.2 },
    { label: 'By', share: 0.17 },
    { label: 'Text', share: 0.43 },
  ],
  rows: entries.map((entry) => [instantText(entry.at), entryTitle(entry), entry.author?.name ?? '—', entryText(entry)]),
  empty: 'Nothing has been added',
})

const evidence = (entries: readonly ReportingEntry[], instantText: InstantText) => ({
  columns: [
    { label: 'No.', share: 0.06, toRight: true },
    { label: 'File', share: 0.27, isFileName: true },
    { label: 'Bytes', share: 0.12, toRight: true },
    { label: 'Added', share: 0.2 },
    { label: 'SHA-256', share: 0.35 },
  ],
  rows: entries
    .flatMap(({ at, files }) => files.map((file) => ({ at, ...file })))
    .map(({ at, name, size, sha256 }, index) => [String(index + 1), name, String(size), instantText(at), sha256]),
  empty: 'No evidence was added',
})

/** Says what a very long file leaves out, so that nobody takes it for the whole. */
const leftOut = (printed: number, total: number): string[] =>
  printed === total
    ? []
    : [`Only the newest ${printed} of ${total} entries are printed here. All of them are on the screen of the report.`]

/** The case file as it is printed for a committee: it names the person who has printed it, and the time. */
export function caseDocument(
  reporting: Reporting,
  { entries, total }: PrintedEntries,
  { college, timezone, printer, at }: Printing,
): PdfReport {
  const instantText = instantsIn(timezone)
  const printed = `${printer}, ${instantText(at)}`
  return {
    college,
    title: 'Case File',
    date: dayText(timezone),
    facts: [['Printed By', printed]],
    foot: `${reporting.case_number} · printed by ${printed}`,
    parts: [
      { heading: 'Case', facts: caseFacts(reporting, instantText) },
      ...textParts(reporting),
      { heading: 'Timeline', notes: leftOut(entries.length, total), table: timeline(entries, instantText) },
      { heading: 'Evidence', notes: leftOut(entries.length, total), table: evidence(entries, instantText) },
    ],
  }
}
