import type { ReportAssignee, Reporting } from '../../../shared/contract/reportings.ts'
import { labelOf, levelText } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { awaitsReply, WAITING_STATUSES } from '../../../shared/policies/reportings.ts'
import { formatInstant } from '../../core/formats.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { DOT, textOf, textsOf } from '../../ui/texts.ts'

export const REPORT: RecordKind = { entity: 'reporting', title: 'Report', noun: 'report' }

/** Returns true for a person who files and replies, but never handles a case. Such a person gets short forms. */
export const isReporterOnly = (roles: readonly string[]) => !can(roles, 'reportings:handle')

export const isUrgent = (report: Reporting) =>
  report.requires_immediate_attention || report.priority === 'urgent' || report.severity === 'critical'

export const caseName = ({ case_number, title }: Pick<Reporting, 'case_number' | 'title'>) =>
  `${case_number}${DOT}${title}`

/** Marks a report that its student may not see. */
export const HIDDEN = 'Hidden from student'

const SHOWN_LETTERS = 50

/** Returns the start of a description, for a list. */
export function excerpt(description: string): string {
  const letters = [...description]
  return letters.length > SHOWN_LETTERS ? `${letters.slice(0, SHOWN_LETTERS).join('')}…` : description
}

type StudentLabel = Pick<Reporting['student'], 'name' | 'roll_no'> & Partial<Pick<Reporting['student'], 'status'>>

/** Returns "MBBS-23014 · Ayesha Siddiqui", with a status other than active. */
export function studentText({ name, roll_no, status = 'active' }: StudentLabel): string {
  const named = roll_no ? `${roll_no} · ${name}` : name
  return status === 'active' ? named : `${named} (${labelOf(status)})`
}

export const assigneeText = ({ name, department, level }: ReportAssignee) =>
  `${name} · ${department.name} (${levelText(level)})`

/** Says in words whose turn it is. */
export function turnText(report: Reporting): string {
  if (report.is_waiting && !awaitsReply(report)) return `It is your turn, since ${formatInstant(report.turn_since)}.`
  if (report.is_waiting) return 'It is your turn: a reply of yours is awaited.'
  if (awaitsReply(report))
    return report.is_confidential
      ? 'A reply of the reporter is awaited.'
      : 'A reply of the student or the reporter is awaited.'
  if (WAITING_STATUSES.some((waiting) => waiting === report.status)) return `It is the turn of ${report.assignee.name}.`
  return 'Nobody has to do anything.'
}

/** Says whether the student concerned reads an added entry. Students themselves are not told. */
export function readersText({ is_confidential: hidden }: Reporting): string | undefined {
  if (hidden === null) return undefined
  return hidden
    ? 'The student is shown nothing of it as long as the report is hidden from the student.'
    : 'The student whom it is about is shown it too, with the names of its files.'
}

/** Tells, before the choice, which data are removed from a file. */
export const EVIDENCE_ADVICE =
  'Author and place are removed from JPEG, PNG and PDF files before they are stored, so keep the original. They stay in files of other kinds (also attached to a PDF), in PDFs with a password or a signature, and in damaged files. Names of files stay as they are.'

export const reportValues = (report: Reporting | undefined) => ({
  ...textsOf(report, ['title', 'description', 'internal_notes', 'student_id', 'assigned_to']),
  // The boxes' texts for the chosen people, which a draft could not show otherwise.
  student_label: report ? studentText(report.student) : '',
  assignee_label: textOf(report?.assignee.name),
  category: report?.category ?? 'other',
  severity: report?.severity ?? 'medium',
  priority: report?.priority ?? 'normal',
  requires_immediate_attention: report?.requires_immediate_attention ?? false,
  is_confidential: report?.is_confidential ?? false,
})
export type ReportValues = ReturnType<typeof reportValues>

export const yesNo = (yes: boolean) => (yes ? 'Yes' : 'No')

/** The fields that two versions of a report are compared by, with their texts. */
const VERSIONED: readonly (readonly [label: string, text: (report: Reporting) => string | null])[] = [
  ['Title', ({ title }) => title],
  ['Description', ({ description }) => description],
  ['Student', ({ student }) => studentText(student)],
  ['Report To', ({ assignee }) => assignee.name],
  ['Category', ({ category }) => labelOf(category)],
  ['Severity', ({ severity }) => labelOf(severity)],
  ['Priority', ({ priority }) => labelOf(priority)],
  ['Requires Immediate Attention', (report) => yesNo(report.requires_immediate_attention)],
  ['Hide from Student', ({ is_confidential: hidden }) => (hidden === null ? null : yesNo(hidden))],
  ['Internal Notes', (report) => report.internal_notes],
  ['Status', ({ status }) => labelOf(status)],
]

/** Returns the fields whose stored value differs from the one that was read. */
export const changesBetween = (read: Reporting, stored: Reporting) =>
  VERSIONED.filter(([, text]) => text(read) !== text(stored)).map(([label, text]) => ({
    label,
    before: text(read) ?? '—',
    now: text(stored) ?? '—',
  }))
