import { folded } from '../../../shared/folding.ts'
import type { Caller } from '../../core/caller.ts'
import { departmentOf, showsDepartment } from '../../core/scope.ts'
import { NOT_ACADEMIC } from '../departments/reads.ts'
import type { Outcome } from './counts.ts'
import { blame, type Errors, type FileRow, type Readings, told } from './file-row.ts'
import type { KnownGroup } from './groups.ts'
import type { Cells, Lack, Offers, SetRow } from './kinds.ts'
import { isOtherName } from './likeness.ts'
import type { Department } from './names.ts'
import type { findLinksOf, PastStudent } from './past.reads.ts'

// Files with what students did before: of whom a row is, and of which department and group.

type Link = Awaited<ReturnType<typeof findLinksOf>>[number]

export interface PlaceFacts {
  departments: readonly Department[]
  students: readonly PastStudent[]
  groups: readonly KnownGroup[]
  links: readonly Link[]
}

/** The group of a row, or why it has none. */
export interface FoundGroup {
  group?: KnownGroup
  problem?: string
  /** The names that stand there instead of a wrong one. */
  offers?: readonly string[]
}

/** A row as it is planned. */
export interface PlacedStudent {
  student: PastStudent | undefined
  department: Department | undefined
  /** Finds the group on a day: the named one, else that in which the student was then, else is now. */
  groupOn(day: string | undefined): FoundGroup
  errors: Errors
  values: Record<string, string>
  read: Readings
  offers: Offers
}

const lowered = (text: string | null | undefined) => text?.toLowerCase()

/** Returns what finds students by roll number, else by email, and what is wrong about that. */
function studentFinder(students: readonly PastStudent[]) {
  const byRoll = new Map(students.map((one) => [lowered(one.roll_no), one]))
  const byEmail = new Map(students.map((one) => [lowered(one.email), one]))
  return ({ roll_no, email }: Cells): Found => {
    const ofRoll = roll_no === undefined ? undefined : byRoll.get(lowered(roll_no))
    const ofEmail = email === undefined ? undefined : byEmail.get(lowered(email))
    if (roll_no !== undefined && !ofRoll) return notFound('roll_no', 'roll number', roll_no)
    if (ofRoll && ofEmail && ofRoll.id !== ofEmail.id)
      return { errors: { email: [`This is the email of another student, ${ofEmail.name}`] } }
    const student = ofRoll ?? ofEmail
    if (student) return { student, errors: {} }
    return email === undefined
      ? { errors: { roll_no: ['Roll number is required'] } }
      : notFound('email', 'email', email)
  }
}

interface Found {
  student?: PastStudent
  errors: Errors
}

const notFound = (field: string, noun: string, text: string): Found => ({
  errors: { [field]: [`No student has the ${noun} "${told(text)}"`] },
})

/** Refuses a student whom the row names otherwise: a slip in a roll number finds somebody else. */
function refusingOthers(find: (cells: Cells) => Found) {
  return (cells: Cells): Found => {
    const found = find(cells)
    const { student } = found
    if (!student || cells.name === undefined || !isOtherName(cells.name, student.name)) return found
    const field = cells.roll_no === undefined ? 'email' : 'roll_no'
    return { errors: { [field]: [`${student.roll_no ?? student.email} is ${student.name}`] } }
  }
}

/** Returns the department of a row: the named one, or that which the caller is fixed to. */
function departmentFinder(caller: Caller, departments: readonly Department[], what: string) {
  const byName = new Map(departments.map((one) => [folded(one.name), one]))
  const own = departments.find(({ id }) => id === departmentOf(caller))
  return (text: string | undefined): { department?: Department; problem?: string } => {
    const department = text === undefined ? own : byName.get(folded(text))
    if (text === undefined && !department) return { problem: 'Department is required' }
    if (!department) return { problem: `Department "${told(text ?? '')}" does not exist` }
    if (!showsDepartment(caller, department.id))
      return { problem: `You can only import ${what} of your own department` }
    return department.type === 'academic' ? { department } : { problem: NOT_ACADEMIC }
  }
}

/** Returns what places the rows of a file: the student, the department and the group, as they are stored. */
export function placing(caller: Caller, { departments, students, groups, links }: PlaceFacts, what: string) {
  const findStudent = refusingOthers(studentFinder(students))
  const findDepartment = departmentFinder(caller, departments, what)
  const keyOf = (departmentId: number, batchId: number | null, name: string) =>
    JSON.stringify([departmentId, batchId, folded(name)])
  const byName = new Map(groups.map((one) => [keyOf(one.department_id, one.batch_id, one.name), one]))
  const byId = new Map(groups.map((one) => [one.id, one]))
  const byPlace = Map.groupBy(groups, ({ department_id, batch_id }) => `${department_id}/${batch_id}`)
  const linksOf = Map.groupBy(links, (link) => `${link.student_id}/${link.department_id}`)

  function groupOf(
    student: PastStudent,
    department: Department,
    text: string | undefined,
    day: string | undefined,
  ): FoundGroup {
    if (text !== undefined) {
      const group = byName.get(keyOf(department.id, student.batch_id, text))
      const batch = student.batch_name ?? 'no batch'
      if (group) return { group }
      const offers = (byPlace.get(`${department.id}/${student.batch_id}`) ?? []).map(({ name }) => name)
      return { problem: `Group "${told(text)}" of ${department.name} does not exist in ${batch}`, offers }
    }
    const own = linksOf.get(`${student.id}/${department.id}`) ?? []
    const link =
      own.find((one) => day !== undefined && countsOn(one, day)) ?? own.find(({ status }) => status === 'active')
    const group = link && byId.get(link.group_id)
    return group ? { group } : { problem: `${student.name} is in no group of ${department.name}` }
  }

  return ({ cells, given, errors: wrong, read }: FileRow): PlacedStudent => {
    const { student, errors: ofStudent } = findStudent(cells)
    const errors: Errors = { ...ofStudent, ...wrong }
    const { department, problem } = wrong.department_id ? NOWHERE : findDepartment(cells.department_id)
    blame(errors, 'department_id', problem)
    const isPlaced = student && department && !wrong.group_id
    const groupOn = (day: string | undefined): FoundGroup =>
      isPlaced ? groupOf(student, department, cells.group_id, day) : {}
    const values = {
      ...Object.fromEntries(Object.entries(given).map(([field, text]) => [field, told(text)])),
      ...(student && valuesOf(student)),
      ...(department && { department_id: department.name }),
    }
    const { offers }: FoundGroup = cells.group_id === undefined ? {} : groupOn(undefined)
    return {
      student,
      department,
      groupOn,
      errors,
      values,
      read: { ...read, ...(student && nameRead(cells, student)) },
      offers: offers ? { group_id: offers } : {},
    }
  }
}

const NOWHERE = { department: undefined, problem: undefined }

const valuesOf = ({ name, roll_no, email }: PastStudent): Record<string, string> => ({
  name,
  ...(roll_no !== null ? { roll_no } : email !== null ? { email } : {}),
})

/** Shows the stored name beside another one in the file: by it a slip in the roll number is seen. */
const nameRead = ({ name }: Cells, student: PastStudent): Readings =>
  name === undefined || folded(name) === folded(student.name) ? {} : { Name: [told(name), student.name] }

/** Tells whether a membership counted on a day. */
export const countsOn = ({ first_day, status, left_on }: Pick<Link, 'first_day' | 'status' | 'left_on'>, day: string) =>
  first_day <= day && (status === 'active' || (left_on !== null && left_on > day))

/** Tells whether a student who studies here, or has graduated, is in a group, or was on a day. */
export const isMember = (links: readonly Link[]) => {
  const byPair = Map.groupBy(links, ({ student_id, group_id }) => `${student_id}/${group_id}`)
  return ({ id, status }: PastStudent, groupId: number, day: string | undefined) =>
    MARKED.includes(status) &&
    (byPair.get(`${id}/${groupId}`) ?? []).some(
      (one) => one.status === 'active' || (day !== undefined && countsOn(one, day)),
    )
}
const MARKED: readonly PastStudent['status'][] = ['active', 'graduated']

/** Returns the plan of a row from those of its records: one that is wrong has none. */
export function setRow<T extends { outcome: Outcome }>(
  { line, name, key }: FileRow,
  { student, errors, values, read, offers }: PlacedStudent,
  of: { items: readonly T[]; lacks: Lack[]; changes: [string, [string | null, string | null]][]; newIds: number[] },
): SetRow<T> {
  const isWrong = Object.keys(errors).length > 0
  const items = isWrong ? [] : of.items
  const counts = { create: 0, update: 0, unchanged: 0 }
  for (const { outcome } of items) counts[outcome] += 1
  const outcome = counts.update > 0 ? 'update' : counts.create > 0 ? 'create' : 'unchanged'
  const changes = outcome === 'update' ? Object.fromEntries(of.changes) : {}
  const row = { line, name: student?.name ?? name, key, values, read, errors, changes }
  return {
    row: { ...row, outcome: isWrong ? 'error' : outcome },
    items,
    counts,
    lacks: of.lacks,
    offers,
    newIds: isWrong ? [] : [...new Set(of.newIds)],
  }
}
