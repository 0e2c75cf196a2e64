import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { studentGroups } from '../../../shared/contract/groups.ts'
import { leaves } from '../../../shared/contract/leaves.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { studentTasks } from '../../../shared/contract/student-tasks.ts'
import { students } from '../../../shared/contract/students.ts'
import type { Address } from '../../core/address.ts'
import { answerOf, type Need, needsOf } from '../../core/needs.ts'
import { everyOf, foundOf } from '../../core/queries.ts'
import { ownStaffQuery, ownStudentQuery } from '../../core/start.ts'
import { standingsQuery } from '../../parts/standings.ts'
import { ownResultsQuery } from '../assessments/own.api.ts'
import { entriesOf } from '../logbook/entries.api.ts'
import { entriesQuery, recordQuery } from '../student-attendance/api.ts'
import { documentsQuery } from '../verified-documents/api.ts'
import { statusOf } from './rules.ts'

/** The student, or null where the person may see none. */
export const studentQuery = (id: number) => foundOf(students.read, { params: { id } })

export const groupsQuery = (student_id: number) => everyOf(studentGroups.history, { params: { student_id } })
export const batchesQuery = (student_id: number) => everyOf(studentBatches.history, { params: { student_id } })
export const tasksQuery = (student_id: number) => everyOf(studentTasks.list, { params: { student_id } })
export const totalsQuery = (student_id: number) =>
  everyOf(assessmentFigures.totalsOfStudent, { params: { student_id } })
/** The student's leave requests. Staff of a department get those it was asked. */
export const leavesQuery = (student_id: number) => everyOf(leaves.list, { query: { student_id } })
/** The reports about the student in which the person has a part. */
export const casesQuery = (student_id: number) => everyOf(reportings.list, { query: { student_id } })

/**
 * The queries to start when the screen's address is opened: every section that the person may see, all at once. A
 * student has only the own page, so nothing is asked about another student.
 */
export const needs = needsOf((address) => {
  const studentId = address.id('studentId')
  if (studentId === undefined) return []
  if (address.can('staff:read-own')) return [ownStaffQuery, ...sectionsOf(studentId, address)]
  const isOwn = answerOf(ownStudentQuery(address.userId)).then((own) => own?.id === studentId)
  return sectionsOf(studentId, address).map((need) => isOwn.then((isThere) => isThere && need))
})

function sectionsOf(studentId: number, { dialog, text, can }: Address): Need[] {
  const skillId = dialog('skill')
  const departmentId = dialog('count', 'present', 'absent', 'leave')
  return [
    studentQuery(studentId),
    groupsQuery(studentId),
    batchesQuery(studentId),
    recordQuery(studentId),
    can('leaves:read') && leavesQuery(studentId),
    can('tasks:read') && tasksQuery(studentId),
    standingsQuery(studentId),
    ownResultsQuery(studentId),
    can('results:oversee') && totalsQuery(studentId),
    can('documents:read') && documentsQuery(studentId),
    can('reportings:create') && casesQuery(studentId),
    skillId !== undefined && entriesOf({ student_id: studentId, skill_id: skillId }),
    departmentId !== undefined && entriesQuery({ studentId, departmentId, status: statusOf(text('modal')) }, 1),
  ]
}
