import { skipToken } from '@tanstack/react-query'
import { type ReportingEntry, reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { type REPORT_LISTS, REPORT_TURNS, type Reporting, reportings } from '../../../shared/contract/reportings.ts'
import { students } from '../../../shared/contract/students.ts'
import { REPORT_CATEGORIES, REPORT_SEVERITIES, REPORT_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { ApiError } from '../../core/api-error.ts'
import { type CallInput, call } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import type { Receiving } from '../../core/downloading.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, foundOf, queryOf, useRecordChanges } from '../../core/queries.ts'
import { useUploadChange } from '../../core/uploading.ts'

const REPORTS_PER_PAGE: PageSize = 25
const CHOICES_PER_PAGE: PageSize = 25
const WITHDRAWN_PER_PAGE: PageSize = 25

export type ReportList = (typeof REPORT_LISTS)[number]

/** The orders to choose from. */
export const ORDERS = {
  waiting: { sort: 'turn', order: 'asc', label: 'Unanswered first, then longest waiting' },
  newest: { sort: 'reported_at', order: 'desc', label: 'Newest first' },
  oldest: { sort: 'reported_at', order: 'asc', label: 'Oldest first' },
  case: { sort: 'case_number', order: 'asc', label: 'By case number' },
  severity: { sort: 'severity', order: 'desc', label: 'Most severe first' },
} as const
type Order = keyof typeof ORDERS

const isIn = <Word extends string>(words: readonly Word[], text: string): text is Word =>
  (words as readonly string[]).includes(text)
const wordIn = <Word extends string>(words: readonly Word[], text: string): Word | '' => (isIn(words, text) ? text : '')

/** Reads the filter of the lists from the address; an unknown word counts as none. */
export const addressOf = ({ text }: Pick<Address, 'text'>) => ({
  q: text('q'),
  status: wordIn(REPORT_STATUSES, text('status')),
  severity: wordIn(REPORT_SEVERITIES, text('severity')),
  category: wordIn(REPORT_CATEGORIES, text('category')),
  turn: wordIn(REPORT_TURNS, text('turn')),
  order: wordIn(Object.keys(ORDERS) as Order[], text('order')),
})
export type ReportFilter = ReturnType<typeof addressOf>

/** The name of a list's page in the address. */
export const pageName = (list: ReportList) => `${list}_page`

/** Asks for a page of a list, or for nothing when the list is not for the person. */
export function reportsQuery(list: ReportList | undefined, { order: chosen, ...filter }: ReportFilter, page: number) {
  // Assigned reports wait, so the longest wait comes first. Filed ones are looked up, so the newest does.
  const { sort, order } = ORDERS[chosen || (list === 'assigned' ? 'waiting' : 'newest')]
  return queryOf(
    reportings.list,
    list === undefined ? skipToken : { query: { list, ...filter, sort, order, page, per_page: REPORTS_PER_PAGE } },
    { sameBut: ['q', 'status', 'severity', 'category', 'turn', 'sort', 'order', 'page'] },
  )
}

export const reportQuery = (id: number) =>
  queryOf(reportings.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const entriesQuery = (id: number) => everyOf(reportingEntries.list, { params: { id } })

export const withdrawnQuery = (page: number) =>
  queryOf(reportings.withdrawn, { query: { page, per_page: WITHDRAWN_PER_PAGE } }, { sameBut: ['page'] })

/** Reads every report about a student: they are few. */
export const studentCasesQuery = (student_id: number) => everyOf(reportings.ofStudent, { params: { student_id } })

/** The student, or null where another department's are not shown. */
export const studentQuery = (id: number) => foundOf(students.read, { params: { id } })

/** Searches students by name or roll number. */
export const foundStudentsQuery = (q: string) =>
  queryOf(students.list, { query: { q, per_page: CHOICES_PER_PAGE } }, { sameBut: ['q'] })

/** Searches the staff to whom a report can be given. */
export const assigneesQuery = (q: string) =>
  queryOf(reportings.assignees, { query: { q, per_page: CHOICES_PER_PAGE } }, { sameBut: ['q'] })

const STALE = { stale: [reportings] }

export const useReportChanges = () => useRecordChanges(reportings, STALE)

/**
 * Changes a report by a card's values. A conflict with a report that already has these values is ignored: only the
 * answer to a first try was lost.
 */
export function useActOnReport() {
  const { update } = useReportChanges()
  return async (input: CallInput<typeof reportings.update>) => {
    try {
      await update(input)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const { data } = await call<typeof reportings.read>(reportings.read, { params: input.params })
      const { updated_at: _, ...wanted } = input.body
      const stored: Record<string, unknown> = data
      const stands = ([field, value]: [string, unknown]) =>
        stored[field] === (typeof value === 'string' ? value.trim() : value)
      if (!Object.entries(wanted).every(stands)) throw error
    }
  }
}

export const useAddEntry = () => useUploadChange(reportingEntries.add, STALE)

/** Reads a file of the evidence, or its missing rest. */
export const readEvidenceOf =
  ({ id }: Pick<Reporting, 'id'>, entry: Pick<ReportingEntry, 'id'>, file_name: string) =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(reportingEntries.evidence, { params: { id, entry_id: entry.id, file_name }, signal }, onReceived, received)

/** Reads the whole case file, made for paper. */
export const readCaseFileOf =
  ({ id }: Pick<Reporting, 'id'>) =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(reportingEntries.print, { params: { id }, signal }, onReceived, received)

/** Reads the case file of a withdrawn report. */
export const readWithdrawnFileOf =
  ({ id }: Pick<Reporting, 'id'>) =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(reportingEntries.printWithdrawn, { params: { id }, signal }, onReceived, received)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { id, dialog, can } = address
  const filter = addressOf(address)
  const pageOf = (list: ReportList) => reportsQuery(list, filter, id(pageName(list)) ?? 1)
  const opened = dialog('view', 'edit')
  return [
    can('reportings:handle') && pageOf('assigned'),
    pageOf('reported'),
    pageOf('other'),
    opened !== undefined && reportQuery(opened),
    opened !== undefined && entriesQuery(opened),
  ]
})
