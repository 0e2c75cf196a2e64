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

interface Special {
  /** Who also may since it is about themselves. */
  own?: Identity
  /** Whether it ends the login that the other rows still need. */
  endsLogin?: true
  /** Where it has to be sent for its answer to change nothing that the other rows need. */
  address?: (ids: Ids, identity?: Identity) => string
}

/** The route, who may, and what a head of another academic department is answered or what else is special. */
export type PermissionRow = [route: string, may: string, more?: 404 | Special]

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
  /** Lists that hold one record for the head of its department and none for the head of another. */
  lists?: string[]
}
