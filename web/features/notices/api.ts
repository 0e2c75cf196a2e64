import { notices } from '../../../shared/contract/notices.ts'
import { call } from '../../core/call.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/** Read for each dialog: a link of a mail may have changed it since. */
export const noticesQuery = queryOf(notices.read, {}, { select: dataOf, gcTime: 0 })

const EFFECTS = { stale: [notices] }

export const useNoticeChanges = () => ({
  save: useChange(notices.save, EFFECTS),
  addDevice: useChange(notices.addDevice, EFFECTS),
  removeDevice: useChange(notices.removeDevice, EFFECTS),
  removeOtherDevices: useChange(notices.removeOtherDevices, EFFECTS),
})

export const stopWeeklyMail = (token: string) => call(notices.stop, { query: { token } })
