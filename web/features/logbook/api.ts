import { queryOptions } from '@tanstack/react-query'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { type LogChoices, logbook, type StudentLogbook } from '../../../shared/contract/logbook.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { LOG_STATUSES } from '../../../shared/labels.ts'
import { type PageSize, PER_PAGE_MAX } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { ApiError, unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { getLogin } from '../../core/login.ts'
import { answerOf, needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, keyOf, queryOf, useChange } from '../../core/queries.ts'
import { ownStaffQuery, ownStudentQuery } from '../../core/start.ts'
import { shelf } from '../../offline/shelf.ts'
import { choicesFor } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { hintsNeeds } from './hints.api.ts'
import { matrixNeeds } from './matrix.api.ts'
import { daysIn, PLACE, placeOf } from './place-filters.ts'
import { STALE } from './stale.ts'

/** An answer of the server, or the device's copy of it while the server can't be reached. */
export interface Known<T> {
  value: T
  /** The time of the copy. */
  knownAt: string | undefined
}

/** Reads from the server and keeps a copy, which stands in without network. */
async function readOrKnown<T>(copies: ReturnType<typeof shelf<T>>, read: () => Promise<T>): Promise<Known<T>> {
  const owner = getLogin()?.user.id
  try {
    const value = await read()
    void copies.keep(owner, '', value)
    return { value, knownAt: undefined }
  } catch (error) {
    const last = error instanceof ApiError && unreached(error) ? await copies.find('') : undefined
    if (!last) throw error
    return { value: last.value, knownAt: last.at }
  }
}

const knownStale = (query: { state: { data?: Known<unknown> | undefined } }) =>
  query.state.data?.knownAt ? 0 : sinceOpened(query as never)

const choices = shelf<LogChoices>('log-choices/')
const logbooks = shelf<StudentLogbook>('logbook/')

/** The choices of the form in which a student logs. */
export const choicesQuery = queryOptions({
  queryKey: keyOf(logbook.choices, {}, 'kept'),
  queryFn: ({ signal }) => readOrKnown(choices, async () => (await call(logbook.choices, { signal })).data),
  staleTime: knownStale,
})

/** The standing of the calling student in each skill. */
export const ownLogbookQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(logbook.ofStudent, { params: { id } }, 'kept'),
    queryFn: ({ signal }) =>
      readOrKnown(logbooks, async () => (await call(logbook.ofStudent, { params: { id }, signal })).data),
    staleTime: knownStale,
  })

const MOST_WAITING: PageSize = 100

/** The entries of a student in one status. */
export const ownEntriesQuery = (student_id: number, status: 'logged' | 'returned' | 'signed') =>
  queryOf(logEntries.list, { query: { student_id, status, per_page: MOST_WAITING } }, { select: dataOf })

const PER_PAGE: PageSize = 25

export const entryQuery = (id: number) =>
  queryOf(logEntries.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The entries that wait for the own signature, of one student if told. */
export const toSignQuery = (student_id: number | undefined) =>
  queryOf(logEntries.list, { query: { only: 'to-sign', student_id, per_page: MOST_WAITING } })

export const signedQuery = (signed_by: number, page: number) =>
  queryOf(logEntries.list, { query: { signed_by, status: 'signed', page, per_page: PER_PAGE } }, { sameBut: ['page'] })

/** The tabs of staff. */
export const TABS = ['to-sign', 'signed', 'entries', 'groups', 'hints'] as const
export type LogTab = (typeof TABS)[number]

/** Reads tab and filters from the address. */
export function addressOf(address: Address) {
  const { text, id, can, page } = address
  const tabs = TABS.filter((tab) =>
    tab === 'hints' ? can('logbook:oversee') : ['entries', 'groups'].includes(tab) || can('logbook:sign'),
  )
  return {
    tabs,
    tab: tabs.find((tab) => tab === text('tab')) ?? tabs[0] ?? 'entries',
    page,
    filter: {
      ...placeOf(address),
      student_id: id('student_id'),
      skill_id: id('skill_id'),
      supervisor_id: id('supervisor_id'),
      ...daysIn(address),
      status: LOG_STATUSES.find((one) => one === text('status')),
    },
  }
}
export type LogAddress = ReturnType<typeof addressOf>

export const entriesQuery = ({ filter, page }: { filter: Partial<LogAddress['filter']>; page: number }) =>
  queryOf(
    logEntries.list,
    { query: { ...filter, page, per_page: PER_PAGE } },
    { sameBut: ['page', 'status', ...PLACE, 'student_id', 'skill_id', 'supervisor_id', 'from', 'to'] },
  )

/** The own entries of a student, in whatever status. */
export const ownListQuery = (student_id: number, page: number) => entriesQuery({ page, filter: { student_id } })

const skillCopies = shelf<Awaited<ReturnType<typeof readSkills>>>('log-skills/')
const readSkills = async () => (await call(skills.list, { query: { per_page: PER_PAGE_MAX } })).data

/** The skills by which a supervisor's device names what a picture holds. */
export const knownSkillsQuery = queryOptions({
  queryKey: keyOf(skills.list, { query: {} }, 'kept'),
  queryFn: () => readOrKnown(skillCopies, readSkills),
  staleTime: knownStale,
})

export const byCodeQuery = (code: string | undefined) =>
  queryOf(
    logSigning.readByCode,
    { params: { code } },
    { select: dataOf, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  )

const EFFECTS = { stale: STALE }

export const useEntryChanges = () => ({
  change: useChange(logEntries.update, EFFECTS),
  withdraw: useChange(logEntries.withdraw, EFFECTS),
  giveBack: useChange(logSigning.giveBack, EFFECTS),
  unsign: useChange(logSigning.unsign, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { can, userId, dialog, page } = address
  const entry = dialog('view', 'edit', 'correct')
  if (can('logbook:log')) {
    const own = answerOf(ownStudentQuery(userId))
    return [
      own.then((student) => student !== null && ownLogbookQuery(student.id)),
      own.then((student) => student !== null && ownEntriesQuery(student.id, 'logged')),
      own.then((student) => student !== null && ownEntriesQuery(student.id, 'returned')),
      own.then((student) => student !== null && ownListQuery(student.id, page)),
      choicesQuery,
      entry !== undefined && entryQuery(entry),
    ]
  }
  const { tab } = addressOf(address)
  return [
    ownStaffQuery,
    tab === 'to-sign' && toSignQuery(address.id('student_id')),
    tab === 'signed' && signedQuery(userId, page),
    ...(tab === 'entries'
      ? [...choicesFor(address), ofOwnDepartment(address).then((one) => entriesQuery(addressOf(one)))]
      : []),
    ...(tab === 'groups' ? matrixNeeds(address) : []),
    ...(tab === 'hints' ? hintsNeeds(address) : []),
    entry !== undefined && entryQuery(entry),
  ]
})
