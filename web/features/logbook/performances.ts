import type { LogEntry, logEntries } from '../../../shared/contract/log-entries.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { kind } from '../../offline/kinds.ts'

type LogBody = BodyInput<typeof logEntries.create>
/** Entries as a device logs them: each with its key. */
export type DeviceRound = Extract<LogBody, { entries: unknown }>
export type DeviceEntry = DeviceRound['entries'][number]

/** The names that stand for the ids of a round, to show it without network. */
export interface RoundNames {
  skill: string
  supervisor: string
}

/** The performances that a student has logged on this device. */
export const performances = kind<DeviceRound, RoundNames, { data: LogEntry | LogEntry[] }>('performance', {
  title: 'Performances',
  screen: '/logbook',
  stale: async () => (await import('./stale.ts')).STALE,
})
