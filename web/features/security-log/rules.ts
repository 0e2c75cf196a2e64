import type { SecurityKind, SecurityRow } from '../../../shared/contract/security-log.ts'
import type { Status } from '../../ui/StatusBadge.tsx'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const nameIn = (text: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(text))?.[1]

/** A device as people call it: "Chrome on Windows"; of a script its own first word. */
export function deviceText(userAgent: string): string {
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.split(/[\s(]/)[0]?.slice(0, 40) ?? ''
}

/** The badge of each kind: what went well, what did not, what an administrator should look at. */
export const BADGES: Record<SecurityKind, Status> = {
  'sign-in': 'completed',
  'sign-in-failed': 'error',
  'locked-out': 'error',
  refused: 'error',
  'sign-out': 'cancelled',
  'password-changed': 'waiting',
  'password-reset': 'waiting',
  'password-forgotten': 'waiting',
  'credentials-issued': 'waiting',
  'calendar-made': 'waiting',
  'calendar-revoked': 'cancelled',
  export: 'waiting',
}

/** Who it was, or what is known instead. */
export const unknownPerson = ({ kind, email }: SecurityRow) =>
  email ?? (kind === 'refused' ? 'Not signed in' : 'Unknown email')
