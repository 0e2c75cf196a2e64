import { calendar } from '../../../shared/contract/calendar.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/** Read for each dialog and forgotten with it: the address alone is enough to read the calendar. */
export const addressQuery = queryOf(calendar.read, {}, { select: dataOf, gcTime: 0 })

const EFFECTS = { stale: [calendar] }

export const useAddressChanges = () => ({
  make: useChange(calendar.create, EFFECTS),
  revoke: useChange(calendar.remove, EFFECTS),
})
