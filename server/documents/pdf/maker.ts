import type { Signatory } from '../../../shared/contract/settings.ts'
import type { Settings } from '../../settings.ts'
import type { Logo } from './logo.ts'

/** The place and zone in which a document is made. */
export interface Maker {
  college: string
  timezone: string
  /** The people who sign the papers that are given out, where the college has named them. */
  signatories?: readonly Signatory[]
  /** The picture that heads the papers, where the college has one. */
  logo?: Logo | undefined
}

export const makerOf = ({ settings }: { settings: Settings }): Maker => ({
  college: settings.COLLEGE_NAME,
  timezone: settings.COLLEGE_TIMEZONE,
  signatories: settings.signatories ?? [],
  logo: settings.logoPicture,
})

/** Returns the texts below the lines to sign on: the college's signatories, or these offices where it has named none. */
export const signatureLines = ({ signatories = [] }: Maker, ...offices: string[]): string[] =>
  signatories.length > 0 ? signatories.map(({ name, title }) => `${name}\n${title}`) : offices

/** The college's day as people write it. */
export const dayText = (timezone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: timezone }).format(new Date())

/** Writes instants as people do, in the college's time. */
export function instantsIn(timezone: string): (instant: string | Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return (instant) => format.format(new Date(instant))
}
