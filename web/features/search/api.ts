import { search } from '../../../shared/contract/search.ts'
import { SEARCH_MIN } from '../../../shared/limits.ts'
import { queryOf } from '../../core/queries.ts'

/** What is found stays as long as it is looked at: asked for again, it is as it is then. */
export const hitsQuery = (q: string) => ({
  ...queryOf(search.find, { query: { q } }, { sameBut: ['q'], staleTime: 0, gcTime: 0 }),
  enabled: q.length >= SEARCH_MIN,
})
