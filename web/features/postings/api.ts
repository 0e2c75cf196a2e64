import { skipToken } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { calendar } from '../../../shared/contract/calendar.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { type Posting, postings } from '../../../shared/contract/postings.ts'
import { today } from '../../../shared/contract/today.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery, ownStaffQuery } from '../../core/start.ts'
import { toast } from '../../core/toasts.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf, clashText, postingName } from './rules.ts'

type Filter = ReturnType<typeof addressOf>

/** Reads the postings of the weeks that are shown. */
export const postingsQuery = (filter: Filter) =>
  queryOf(postings.list, filter.batch_id === undefined ? skipToken : { query: { ...filter, per_page: PER_PAGE_MAX } }, {
    sameBut: ['from', 'to', 'department_id'],
  })

/** Reads the groups whose names are the rows of the plan. */
export const planGroupsQuery = (batch_id: number | undefined) =>
  everyOf(groups.list, batch_id === undefined ? skipToken : { query: { batch_id } })

export const postingQuery = (id: number) =>
  queryOf(postings.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const exportPlan =
  (filter: Filter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(postings.export, { query: { ...filter, format }, signal }, onReceived)

/** Looks for the clashes of a posting before it is saved; nothing is written. */
export const clashesQuery = (body: BodyInput<typeof postings.preview>) =>
  queryOf(postings.preview, { body }, { select: dataOf, staleTime: 0, retry: false })

/** Shows what a rotation would make; nothing is written. */
export const rotationPreviewQuery = (body: BodyInput<typeof postings.previewRotation>) =>
  queryOf(postings.previewRotation, { body }, { select: dataOf, staleTime: 0, retry: false })

/** Postings themselves, and what tells the running one. */
const EFFECTS = { stale: [postings, calendar, today, logbook, attendanceSessions] }

/** Tells of the clashes of a posting that has been saved. */
function telling<Sent>(save: (sent: Sent) => Promise<{ data: Posting }>) {
  return async (sent: Sent) => {
    const saved = await save(sent)
    const { clashes } = saved.data
    if (clashes.length > 0) toast.note(`${postingName(saved.data)}: ${clashText(clashes)}`)
    return saved
  }
}

/** Adds and changes postings, and tells which students are in two departments then. */
export function useToldChanges() {
  const { create, update } = usePostingChanges()
  return { create: telling(create), update: telling(update) }
}

export const usePostingChanges = () => ({
  ...useRecordChanges(postings, EFFECTS),
  rotate: useChange(postings.rotate, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const opened = address.dialog('view', 'edit')
  return [
    ownStaffQuery,
    batchChoicesQuery,
    academicDepartmentsQuery,
    ofOwnDepartment(address).then((one) => postingsQuery(addressOf(one))),
    planGroupsQuery(addressOf(address).batch_id),
    opened !== undefined && postingQuery(opened),
  ]
})
