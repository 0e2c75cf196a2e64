import type { RoleName } from '../../shared/permissions.ts'
import type { TestApp } from './app.ts'

export const IDENTITIES = {
  A: 'admin',
  P: 'principal',
  H: 'hod',
  F: 'faculty',
  C: 'clerk',
  SA: 'student-affair',
  S: 'student',
  none: 'no-role',
} as const satisfies Record<string, RoleName | 'no-role'>
export type Identity = keyof typeof IDENTITIES

export const ALL = 'A P H F C SA S none'
export const EVERY_USER = 'A P H F C SA S'

/** What stands in an address instead of its parameters; see `addressOf` of `permissions.test.ts`. */
export type Ids = Record<string, string | number>

/**
 * What the head of another academic department is answered, or who else may first, where heads may not (of students one
 * in no group): 404; `own`, a list without what is this department's, of which its head is shown one record; or `shown`,
 * the same as everybody; or `empty`, a list of what there is not yet for either.
 */
export type Foreign = 404 | 'own' | 'shown' | 'empty'

export interface Special {
  foreign?: Foreign
  /** Who is asked of another department, where it is neither its head nor the first who may. */
  as?: Identity
  /** Who also may since it is about themselves. */
  own?: Identity
  /** Whether it ends the login that the other rows still need. */
  endsLogin?: true
  /** Where it has to be sent for its answer to change nothing that the other rows need. */
  address?: (ids: Ids, identity?: Identity) => string
  /** What is sent, where an empty body is refused before the record is looked for. */
  body?: object
}

/**
 * The route, who may, and what another department is answered, or what else is special. The test asks for the answer
 * wherever an address has a parameter or a GET has pages.
 */
export type PermissionRow = [route: string, may: string, more?: Foreign | Special]

/** A department with a student in one of its groups. */
export interface Arranged {
  make: TestApp['make']
  department: number
  batch: number
  group: number
  student: { id: number; userId: number }
}

/** A feature's part of the test that walks all routes by all roles, in `<feature>.permissions.ts`. */
export interface PermissionTable {
  /** Who may call what, copied by hand from the college's specification and docs/domain.md, "Who may do what". */
  rows: PermissionRow[]
  /** Makes one record of each kind, and tells its id by what an address calls it. */
  ids?: (arranged: Arranged) => Promise<Ids> | Ids
}
