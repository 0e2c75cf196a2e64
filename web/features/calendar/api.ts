import { calendar } from '../../../shared/contract/calendar.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/**
 * Asks for the secret address anew for each dialog and forgets it with the dialog, as the address is all that is needed
 * to read the calendar.
 */
export const addressQuery = queryOf(calendar.read, {}, { select: dataOf, gcTime: 0 })

const EFFECTS = { stale: [calendar] }

export const useAddressChanges = () => ({
  make: useChange(calendar.create, EFFECTS),
  revoke: useChange(calendar.remove, EFFECTS),
})
