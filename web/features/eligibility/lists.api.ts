import { skipToken } from '@tanstack/react-query'
import { eligibilityLists, type FrozenList } from '../../../shared/contract/eligibility-lists.ts'
import { verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, foundOf, queryOf, useChange } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import type { ExportedFile, ReadExport } from '../../parts/ExportPanel.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { listAddressOf, listsAddressOf } from './lists.rules.ts'

const ROWS_PER_PAGE: PageSize = 50

type ListsFilter = ReturnType<typeof listsAddressOf>
type RowsFilter = ReturnType<typeof listAddressOf>

export const frozenListsQuery = (filter: ListsFilter, page: number) =>
  queryOf(
    eligibilityLists.list,
    { query: { ...filter, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['batch_id', 'department_id', 'page'] },
  )

/** A frozen list with its rules; null for one that is not there for the person. */
export const frozenListQuery = (id: number) => foundOf(eligibilityLists.read, { params: { id } })

/** The other lists with which one may be compared. */
export const comparableQuery = (list: FrozenList | null | undefined) =>
  everyOf(eligibilityLists.list, list ? { query: { batch_id: list.batch.id } } : skipToken)

export const frozenRowsQuery = (id: number, { verdict, q, sort }: RowsFilter, page: number) =>
  queryOf(
    eligibilityLists.rows,
    { params: { id }, query: { verdict, q, sort, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['verdict', 'q', 'sort', 'page'] },
  )

export const differencesQuery = (id: number, other: number, { kind }: RowsFilter, page: number) =>
  queryOf(
    eligibilityLists.differences,
    { params: { id }, query: { with: other, kind, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['kind', 'page'] },
  )

export const differenceCountsQuery = (id: number, other: number) =>
  queryOf(eligibilityLists.countDifferences, { params: { id }, query: { with: other } }, { select: dataOf })

export const useFreeze = () => useChange(eligibilityLists.freeze, { stale: [eligibilityLists, verifiedDocuments] })

export const exportFrozen =
  (id: number): ReadExport<'pdf' | 'xlsx'> =>
  (format, signal, onReceived) =>
    callFile(eligibilityLists.export, { params: { id, format }, signal }, onReceived)

export const exportBoard =
  (id: number): ExportedFile['read'] =>
  (signal, onReceived) =>
    callFile(eligibilityLists.export, { params: { id, format: 'board' }, signal }, onReceived)

/** The queries to start when the frozen lists are opened. */
export const listsNeeds = needsOf((address) => [
  academicDepartmentsQuery,
  batchChoicesQuery,
  ofOwnDepartment(address).then((own) => frozenListsQuery(listsAddressOf(own), own.page)),
])

/** The same for one list. */
export const listNeeds = needsOf((address) => {
  const id = address.id('listId')
  if (id === undefined) return []
  const filter = listAddressOf(address)
  const { other } = filter
  return [
    frozenListQuery(id),
    ...(other === undefined
      ? [frozenRowsQuery(id, filter, address.page)]
      : [differenceCountsQuery(id, other), differencesQuery(id, other, filter, address.page)]),
  ]
})
