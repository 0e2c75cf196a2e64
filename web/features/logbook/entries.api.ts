import { logEntries } from '../../../shared/contract/log-entries.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { queryOf } from '../../core/queries.ts'

export type EntriesFilter = Pick<Query<typeof logEntries.list>, 'student_id' | 'skill_id' | 'ids' | 'to'>

const PER_PAGE: PageSize = 25

/** The performances behind a figure or a hint. */
export const entriesOf = (filter: EntriesFilter, page = 1) =>
  queryOf(logEntries.list, { query: { ...filter, page, per_page: PER_PAGE } }, { sameBut: ['page'] })
