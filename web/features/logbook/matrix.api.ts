import { skipToken } from '@tanstack/react-query'
import type { GroupMatrix } from '../../../shared/contract/logbook.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { logbookExports } from '../../../shared/contract/logbook-exports.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { choicesFor } from '../../parts/api.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'

/**
 * Reads the group of the matrix from the address. Its department has a name of its own there: remembered as
 * `department_id`, it would narrow the lists of the other tabs.
 */
export const matrixAddressOf = ({ id, text }: Pick<Address, 'id' | 'text'>) => ({
  departmentId: id('of_department'),
  batchId: id('batch_id'),
  groupId: id('group_id'),
  /** The day for which is asked; now without it. */
  day: isDay(text('on')) ? text('on') : undefined,
})

export const matrixQuery = (id: number | undefined, day: string | undefined) =>
  queryOf(logbook.ofGroup, id === undefined ? skipToken : { params: { id }, query: { day } }, { select: dataOf })

export const exportMatrix =
  (id: number, day: string | undefined): ReadExport =>
  (format, signal, onReceived) =>
    callFile(logbookExports.ofGroup, { params: { id, format }, query: { day }, signal }, onReceived)

/** The queries to start early when an address opens the matrix. */
export function matrixNeeds(address: Address) {
  const { departmentId, groupId, day } = matrixAddressOf(address)
  return [
    ...choicesFor({ ...address, departmentId }, day !== undefined),
    batchChoicesQuery,
    groupId !== undefined && matrixQuery(groupId, day),
  ]
}

export type MatrixColumn = GroupMatrix['skills'][number]
export type MatrixRow = GroupMatrix['students'][number]
export type MatrixCell = MatrixRow['cells'][number]

const CELL = 'cell-'

/** Names the dialog of a requirement's entries in the address; the id beside it is the student's. */
export const cellModal = (taskId: number) => `${CELL}${taskId}`

/** Finds the cell whose dialog the address names. */
export function openedCell({ skills, students }: GroupMatrix, modal: string | undefined, id: number | undefined) {
  const column = modal?.startsWith(CELL) && skills.find(({ task_id }) => cellModal(task_id) === modal)
  const row = column && students.find(({ student }) => student.id === id)
  return column && row ? { column, student: row.student } : undefined
}
