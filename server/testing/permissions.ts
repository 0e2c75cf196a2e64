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

/** The values of an address's parameters; see `addressOf` of `permissions.test.ts`. */
export type Ids = Record<string, string | number>

/**
 * The answer to the head of another academic department, or to another person who may first, where heads may not (of
 * students one in no group): 404; `own`, a list without this department's records, of which its head is shown one; or
 * `shown`, the same as everybody; or `empty`, a list of what there is not yet for either; or `hidden`, 404 for either,
 * since only people who see the whole college are shown it.
 */
export type Foreign = 404 | 'own' | 'shown' | 'empty' | 'hidden'

export interface Special {
  foreign?: Foreign
  /** The person of another department who is asked, where it is neither its head nor the first who may. */
  as?: Identity
  /** The person who may too, since it is about themselves. */
  own?: Identity
  /** True when it ends the login that the other rows still need. */
  endsLogin?: true
  /** The address for an answer that changes nothing that the other rows need. */
  address?: (ids: Ids, identity?: Identity) => string
  /** The body, where an empty one is refused before the record is looked for. */
  body?: object
}

/**
 * The route, the letters of its callers, and the answer to another department, or what else is special. The test asks
 * for the answer wherever an address has a parameter or a GET has pages.
 */
export type PermissionRow = [route: string, may: string, more?: Foreign | Special]

/** A department with a student in one of its groups. */
export interface Arrangement {
  db: TestApp['db']
  make: TestApp['make']
  department: number
  batch: number
  group: number
  student: { id: number; userId: number }
}

/** A feature's part of the test that walks all routes by all roles, in `<feature>.permissions.ts`. */
export interface PermissionTable {
  /**
   * The callers of each endpoint, copied by hand from the college's specification and docs/domain.md, "Who may do
   * what".
   */
  rows: PermissionRow[]
  /** Makes one record of each kind, and tells its id by what an address calls it. */
  ids?: (arranged: Arrangement) => Promise<Ids> | Ids
}
