import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DEPARTMENT_TYPES } from '../../shared/labels.ts'
import { STAFF_ROLES } from '../../shared/permissions.ts'
import { forbidden } from './errors.ts'

/** The records behind an account, which decide with its roles what the person may see. */
export interface Holder {
  roles: string[]
  staff: { id: number; departmentId: number; departmentType: (typeof DEPARTMENT_TYPES)[number] } | null
  student: Student | null
}

interface Student {
  id: number
  batchId: number | null
}

declare const minted: unique symbol
/** The part of the college that a person may see. Only `scopeOf` makes one, and only this file looks into it. */
export type Scope = (
  | { kind: 'college' }
  | { kind: 'department'; departmentId: number }
  | { kind: 'student'; student: Student }
  | { kind: 'nothing' }
) & { readonly [minted]: true }

interface ScopeHolder {
  scope: Scope
}

export function scopeOf({ roles, staff, student }: Holder): Scope {
  if (roles.some((role) => STAFF_ROLES.some((staffRole) => staffRole === role)))
    return (
      staff?.departmentType === 'academic'
        ? { kind: 'department', departmentId: staff.departmentId }
        : { kind: 'college' }
    ) as Scope
  return (student && roles.includes('student') ? { kind: 'student', student } : { kind: 'nothing' }) as Scope
}

type Visibility = RawBuilder<SqlBool> | boolean

/**
 * The parts of an entity that each kind of caller is shown. Callers who see the whole college see all of it; no answer
 * shows nothing.
 */
interface Shows {
  /** The column with the department that is to be the own one, or what is shown to the people of a department. */
  department?: string | ((departmentId: number) => Visibility)
  student?: (student: Student) => Visibility
}

/** For `Shows`: a kind that is shown all rows. */
export const all = (): Visibility => true

function shownBy({ scope }: ScopeHolder, { department = () => false, student = () => false }: Shows): Visibility {
  switch (scope.kind) {
    case 'college':
      return true
    case 'department':
      return typeof department === 'string'
        ? sql<SqlBool>`${sql.ref(department)} = ${scope.departmentId}`
        : department(scope.departmentId)
    case 'student':
      return student(scope.student)
    case 'nothing':
      return false
  }
}

/** The condition under which a row is shown to the caller. */
export function within(caller: ScopeHolder, shows: Shows): RawBuilder<SqlBool> {
  const shown = shownBy(caller, shows)
  return typeof shown === 'boolean' ? sql<SqlBool>`${sql.lit(shown)}` : shown
}

/** True when what belongs to a department is shown to the caller; to students nothing of it is. */
export const showsDepartment = (caller: ScopeHolder, departmentId: number | null | undefined): boolean =>
  shownBy(caller, { department: (own) => own === departmentId }) === true

/** @throws 403 for another department than the caller's own; `what` names the records: "tasks" */
export function refuseForeign(caller: ScopeHolder, departmentId: number | null | undefined, what: string): void {
  if (!showsDepartment(caller, departmentId)) throw forbidden(`You can only work with ${what} of your own department.`)
}

/** The calling student, who is shown more of the own record; undefined for everybody else. */
export const studentOf = ({ scope }: ScopeHolder): Student | undefined =>
  scope.kind === 'student' ? scope.student : undefined

/** The department that a caller is fixed to. `within` says what such a caller may see. */
export const departmentOf = ({ scope }: ScopeHolder): number | undefined =>
  scope.kind === 'department' ? scope.departmentId : undefined
