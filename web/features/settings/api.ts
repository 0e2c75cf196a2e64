import { dashboard } from '../../../shared/contract/dashboard.ts'
import { settings } from '../../../shared/contract/settings.ts'
import { status } from '../../../shared/contract/status.ts'
import { call } from '../../core/call.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/** A test restore that is under way is looked at this often. */
const LOOKED_EVERY_MS = 3_000

export const settingsQuery = queryOf(
  settings.read,
  {},
  {
    select: dataOf,
    refetchInterval: ({ state }) => {
      const last = state.data?.data.last_restore
      return last && last.finished_at === null ? LOOKED_EVERY_MS : false
    },
  },
)

// The first steps of an empty college count mail and backup.
const EFFECTS = { stale: [settings, dashboard, status] }

export const useSaveCollege = () => useChange(settings.saveCollege, EFFECTS)
export const useSaveMail = () => useChange(settings.saveMail, EFFECTS)
export const useSaveBackup = () => useChange(settings.saveBackup, EFFECTS)
export const useTestRestore = () => useChange(settings.testRestore, EFFECTS)

export const sendTestMail = () => call(settings.testMail, {})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(() => [settingsQuery])
