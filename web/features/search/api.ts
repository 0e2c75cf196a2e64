import { search } from '../../../shared/contract/search.ts'
import { SEARCH_MIN } from '../../../shared/limits.ts'
import { queryOf } from '../../core/queries.ts'

/** Keeps hits only while they are on the screen: the next search gets fresh ones. */
export const hitsQuery = (q: string) => ({
  ...queryOf(search.find, { query: { q } }, { sameBut: ['q'], staleTime: 0, gcTime: 0 }),
  enabled: q.length >= SEARCH_MIN,
})
