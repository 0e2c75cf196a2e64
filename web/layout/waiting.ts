import { reportings } from '../../shared/contract/reportings.ts'
import { dataOf, queryOf } from '../core/queries.ts'

/** The number of reports that wait for the person. */
export const waitingReportsQuery = queryOf(reportings.waiting, {}, { select: dataOf })
