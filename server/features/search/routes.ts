import { search } from '../../../shared/contract/search.ts'
import type { Findable } from '../../core/hits.ts'
import { routes } from '../../http/routes.ts'

/** Over what the features give it, in this order; a kind of which one is just what was typed comes before the others. */
export const searchRoutes = (kinds: readonly Findable[]) =>
  routes(search, {
    find: async ({ db, caller, query: { q } }) => {
      const asked = kinds.filter(({ action }) => caller.may(action))
      const found = await Promise.all(asked.map(({ find }) => find(db, caller, q)))
      const ordered = found.toSorted((one, other) => Number(other.isExact) - Number(one.isExact))
      return { data: ordered.flatMap(({ hits }) => hits), more: found.flatMap(({ more }) => more) }
    },
  })
