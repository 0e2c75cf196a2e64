import * as z from 'zod/mini'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { LogCodeAhead } from '../../../shared/contract/log-signing.ts'
import type { DeviceEntry } from './performances.ts'

/** The content of a code's picture: a code on the server, or one kept ahead with its secret and the entries themselves. */
export interface CodePicture {
  code: string
  ahead?: { secret: string; student: string; entries: DeviceEntry[] }
}

const Packed = z.object({
  s: z.string(),
  e: z.array(
    z.tuple([
      z.string(),
      z.int(),
      z.string(),
      z.string(),
      z.int(),
      z.nullable(z.string()),
      z.string(),
      z.string(),
      z.nullable(z.string()),
      z.nullable(z.string()),
    ]),
  ),
})

/** Returns base64url of a text; the browsers of the README lack `Uint8Array.prototype.toBase64`. */
const packed = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const unpacked = (text: string) =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
  )

/** Returns the whole address of a code that the server has told, which may be without the server's name. */
export const wholeAddress = (url: string) => new URL(url, window.location.origin).href

/** Returns the address for the picture of a code kept ahead. Its part behind # stays on the two devices. */
export function addressOfAhead(
  { url, secret }: LogCodeAhead,
  student: string,
  entries: readonly DeviceEntry[],
): string {
  const rows = entries.map((entry) => [
    entry.key ?? '',
    entry.skill_id,
    entry.performed_on,
    entry.level,
    entry.supervisor_id,
    entry.place ?? null,
    entry.setting ?? 'patient',
    entry.attempt ?? 'first',
    entry.patient_age_band ?? null,
    entry.patient_sex ?? null,
  ])
  return `${wholeAddress(url)}#${secret}.${packed(JSON.stringify({ s: student, e: rows }))}`
}

function entriesOf(text: string): { student: string; entries: DeviceEntry[] } {
  const { s, e } = Packed.parse(JSON.parse(unpacked(text)))
  const entries = e.map(
    ([key, skill_id, performed_on, level, supervisor_id, place, setting, attempt, patient_age_band, patient_sex]) =>
      // The server checks the words.
      ({
        key,
        skill_id,
        performed_on,
        level,
        supervisor_id,
        place,
        setting,
        attempt,
        patient_age_band,
        patient_sex,
      }) as DeviceEntry,
  )
  return { student: s, entries }
}

/** Reads what a camera has seen, or the address that was opened; undefined for anything but a code of the logbook. */
export function pictureOf(text: string): CodePicture | undefined {
  try {
    const { pathname, searchParams, hash } = new URL(text, window.location.origin)
    const code = searchParams.get('code') ?? ''
    if (pathname !== '/logbook' || !/^\d{6}$/.test(code)) return undefined
    const [secret, rows] = hash.slice(1).split('.')
    return secret && rows ? { code, ahead: { secret, ...entriesOf(rows) } } : { code }
  } catch {
    return undefined
  }
}

/** Returns an entry that the server has, as a picture holds it; one without a key can't be in a picture. */
export const asDeviceEntry = (entry: LogEntry): DeviceEntry | undefined =>
  entry.key === null
    ? undefined
    : {
        key: entry.key,
        skill_id: entry.skill_id,
        performed_on: entry.performed_on,
        level: entry.level,
        supervisor_id: entry.supervisor_id,
        place: entry.place,
        setting: entry.setting,
        attempt: entry.attempt,
        patient_age_band: entry.patient_age_band,
        patient_sex: entry.patient_sex,
      }
