import { calendar } from '../../../shared/contract/calendar.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/** Asked for each time, and forgotten with the dialog: who has the address needs nothing else. */
export const addressQuery = queryOf(calendar.read, {}, { select: dataOf, gcTime: 0 })

const EFFECTS = { stale: [calendar] }

export const useAddressChanges = () => ({
  make: useChange(calendar.create, EFFECTS),
  revoke: useChange(calendar.remove, EFFECTS),
})
