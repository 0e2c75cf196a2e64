import type { HitKind } from '../../shared/contract/search.ts'
import type { Action, RoleName } from '../../shared/permissions.ts'

/** The part of a feature in the tests that walk every screen, in `<feature>.walks.ts`. */
export interface Walks {
  /** Screen → addresses to open it at beside the plain one: with filters, of the second page, with a dialog open. */
  addresses?: Readonly<Record<string, readonly string[]>>
  /** Tile → the roles that see it, by hand; those of the specification stand in `web/testing/tiles.ts`. */
  tiles?: Readonly<Record<string, readonly RoleName[]>>
  /** Kind of hit → the action that finding it needs, and the screens that it leads to. */
  found?: Readonly<Partial<Record<HitKind, readonly [Action, ...screens: string[]]>>>
  /** Call → the fields that no form draws by their names, and the reason for it. */
  unformed?: Readonly<Record<string, [fields: string, reason: string]>>
}

/** The filter of the one group that every record of the tests is of. */
export const PLACE = 'department_id=4&batch_id=4&group_id=4'
