import { HIT_KINDS } from '../../../shared/contract/search.ts'
import type { Feature } from '../../feature.ts'
import { searchRoutes } from './routes.ts'

export const search: Feature = {
  routesOver: (features) => {
    const found = features.flatMap(({ hits = [] }) => hits)
    return searchRoutes(Object.keys(HIT_KINDS).flatMap((word) => found.filter(({ kind }) => kind === word)))
  },
}
