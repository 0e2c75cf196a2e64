import { concerns } from '../../../shared/contract/concerns.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { settings } from '../../../shared/contract/settings.ts'
import { status } from '../../../shared/contract/status.ts'
import { call } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, keyOf, queryOf, useChange } from '../../core/queries.ts'
import { useUploadChange } from '../../core/uploading.ts'

/** A test restore that is under way is looked at this often. */
const LOOKED_EVERY_MS = 3_000

export const settingsQuery = queryOf(
  settings.read,
  {},
  {
    select: dataOf,
    refetchInterval: ({ state }) => {
      const { last_restore, elsewhere } = state.data?.data ?? {}
      const isUnderWay = [last_restore, elsewhere?.last_restore].some((last) => last && last.finished_at === null)
      return isUnderWay ? LOOKED_EVERY_MS : false
    },
  },
)

// The first steps of an empty college count mail and backup.
const EFFECTS = { stale: [settings, dashboard, status] }

export const useSaveCollege = () => useChange(settings.saveCollege, EFFECTS)
export const useSaveSignatories = () => useChange(settings.saveSignatories, EFFECTS)
export const useSaveMail = () => useChange(settings.saveMail, EFFECTS)
export const useSaveBackup = () => useChange(settings.saveBackup, EFFECTS)
export const useSaveAlerts = () => useChange(settings.saveAlerts, EFFECTS)
export const useMakeBackupKey = () => useChange(settings.makeBackupKey, EFFECTS)
export const useTestRestore = () => useChange(settings.testRestore, EFFECTS)

/** Reads the picture itself, which wants the login as every call does. */
export const logoQuery = (logo: string | null) => ({
  queryKey: keyOf(settings.logo, {}, logo ?? ''),
  queryFn: async () =>
    new Blob([await callFile(settings.logo, {})], { type: /\.png$/i.test(logo ?? '') ? 'image/png' : 'image/jpeg' }),
})

export const useLogoChanges = () => ({
  save: useUploadChange(settings.saveLogo, EFFECTS).send,
  remove: useChange(settings.removeLogo, EFFECTS),
})

export const readWebhookKey = () => call(concerns.key, {})
export const sendTestAlert = () => call(concerns.test, {})
export const sendTestMail = () => call(settings.testMail, {})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(() => [settingsQuery])
