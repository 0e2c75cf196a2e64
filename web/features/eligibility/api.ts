import { skipToken } from '@tanstack/react-query'
import { eligibility, eligibilityFiles } from '../../../shared/contract/eligibility.ts'
import { eligibilityExemptions, eligibilityRules } from '../../../shared/contract/eligibility-rules.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, foundOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import type { ExportedFile, ReadExport } from '../../parts/ExportPanel.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf, type ListFilter, type Place } from './rules.ts'

const ROWS_PER_PAGE: PageSize = 50
const RULE_SETS_PER_PAGE: PageSize = 100

export const listQuery = (
  place: Place | undefined,
  { verdict, q, sort }: Pick<ListFilter, 'verdict' | 'q' | 'sort'>,
  page: number,
) =>
  queryOf(
    eligibility.list,
    place ? { query: { ...place, verdict, q, sort, page, per_page: ROWS_PER_PAGE } } : skipToken,
    {
      sameBut: ['q', 'verdict', 'condition', 'department_id', 'day', 'sort', 'page'],
    },
  )

export const countsQuery = (place: Place | undefined, { q }: Pick<ListFilter, 'q'>) =>
  queryOf(eligibility.counts, place ? { query: { ...place, q } } : skipToken, { select: dataOf, sameBut: ['q'] })

/** All students of a batch who can't reach what the examination requires. */
export const notEligibleQuery = (batch_id: number) =>
  everyOf(eligibility.list, { query: { batch_id, verdict: 'not_eligible' } }, { staleTime: sinceOpened })

/** Reads one student, as things stand or on a former day. */
export const ofStudentQuery = (id: number, day?: string) =>
  queryOf(eligibility.ofStudent, { params: { id }, query: { day } }, { select: dataOf, staleTime: sinceOpened })

/** Null for somebody who is no active student of a batch. */
export const ownQuery = foundOf(eligibility.own, {})

export const ruleSetsQuery = (page: number) =>
  queryOf(eligibilityRules.list, { query: { page, per_page: RULE_SETS_PER_PAGE } }, { sameBut: ['page'] })

export const inForceQuery = queryOf(eligibilityRules.inForce, {}, { select: dataOf })

export const ruleSetQuery = (id: number) =>
  queryOf(eligibilityRules.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Rules and exemptions change every verdict. */
const EFFECTS = { stale: [eligibility, eligibilityRules] }

export const useRuleSetChanges = () => useRecordChanges(eligibilityRules, EFFECTS)

export const useExemptionChanges = () => ({
  exempt: useChange(eligibilityExemptions.exempt, EFFECTS),
  withdraw: useChange(eligibilityExemptions.withdraw, EFFECTS),
})

export const exportList =
  (filter: ListFilter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(eligibilityFiles.exportList, { params: { format }, query: { ...filter }, signal }, onReceived)

export const printLetters =
  ({ day: _, ...query }: ListFilter): ExportedFile['read'] =>
  (signal, onReceived) =>
    callFile(eligibilityFiles.printLetters, { query, signal }, onReceived)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  if (!address.can('eligibility:read')) return [ownQuery]
  const opened = address.can('eligibility:exempt')
    ? address.dialog('view', 'exempt', 'withdraw')
    : address.dialog('view')
  const own = ofOwnDepartment(address).then(addressOf)
  return [
    academicDepartmentsQuery,
    batchChoicesQuery,
    own.then(({ chosen, ...filter }) => listQuery(chosen, filter, address.page)),
    own.then(({ chosen, q }) => countsQuery(chosen, { q })),
    opened !== undefined && own.then(({ day }) => ofStudentQuery(opened, day)),
  ]
})

/** The same for the rule sets. */
export const ruleNeeds = needsOf(({ page, dialog, can }) => {
  const opened = can('eligibility:write-rules') ? dialog('edit') : undefined
  return [ruleSetsQuery(page), inForceQuery, batchChoicesQuery, opened !== undefined && ruleSetQuery(opened)]
})
