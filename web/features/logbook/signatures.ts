import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { logSigning } from '../../../shared/contract/log-signing.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { kind } from '../../offline/kinds.ts'

export type SignBody = BodyInput<typeof logSigning.sign>
export type SignByCodeBody = BodyInput<typeof logSigning.signByCode>

/** The names that stand for the ids of a signature; they go when the login ends. */
interface SignedNames {
  students: string
}

/** The signatures that a supervisor has given on this device. */
export const signatures = kind<SignBody | SignByCodeBody, SignedNames, { data: LogEntry[] }>('signature', {
  title: 'Signatures',
  screen: '/logbook',
  stale: async () => (await import('./stale.ts')).STALE,
})
