import * as z from 'zod/mini'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { LogCodeAhead } from '../../../shared/contract/log-signing.ts'
import { AGE_BANDS, ATTEMPTS, LEVELS, PERSON_GENDERS, SETTINGS } from '../../../shared/labels.ts'
import type { DeviceEntry } from './performances.ts'

/** The content of a code's picture: a code on the server, and one kept ahead with its secret and the entries themselves. */
export interface CodePicture {
  code: string
  ahead?: HeldEntries
}

/** The entries that a picture holds, signed by a code kept ahead. */
export interface HeldEntries {
  code: string
  secret: string
  student: string
  entries: DeviceEntry[]
}

/** Entries that differ by their keys alone stand in one row; words are told by their places. */
const Row = z.tuple([
  z.string(),
  z.int(),
  z.string(),
  z.int(),
  z.nullable(z.string()),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  // The entry that it corrects, and the reflection.
  z.nullable(z.int()),
  z.nullable(z.string()),
])
type Row = z.infer<typeof Row>

const Packed = z.object({ s: z.string().check(z.regex(/\S/)), e: z.array(Row), c: z.optional(z.string()) })

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

/** The longest address that a picture holds so that a phone reads it. */
export const PICTURE_MAX = 1_600

/** Returns the whole address of a code that the server has told, which may be without the server's name. */
export const wholeAddress = (url: string) => new URL(url, window.location.origin).href

const placeIn = (words: readonly string[], word: string | null | undefined) => words.indexOf(word ?? '')

function rowsOf(entries: readonly DeviceEntry[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { key = '', ...entry } of entries) {
    const row: Row = [
      key,
      entry.skill_id,
      entry.performed_on,
      entry.supervisor_id,
      entry.place || null,
      placeIn(LEVELS, entry.level),
      placeIn(SETTINGS, entry.setting ?? 'patient'),
      placeIn(ATTEMPTS, entry.attempt ?? 'first'),
      placeIn(AGE_BANDS, entry.patient_age_band),
      placeIn(PERSON_GENDERS, entry.patient_sex),
      entry.corrects_id ?? null,
      entry.reflection || null,
    ]
    const like = JSON.stringify(row.slice(1))
    const before = rows.get(like)
    if (before) before[0] += ` ${key}`
    else rows.set(like, row)
  }
  return [...rows.values()]
}

/**
 * Returns the address for the picture of a code kept ahead, behind that of a code on the server if there is one. Its
 * part behind # stays on the two devices.
 */
export function addressOfAhead(
  { code, url, secret }: LogCodeAhead,
  student: string,
  entries: readonly DeviceEntry[],
  online?: string,
): string {
  const held = { s: student, e: rowsOf(entries), ...(online !== undefined && { c: code }) }
  return `${wholeAddress(online ?? url)}#${secret}.${packed(JSON.stringify(held))}`
}

function entriesOf(text: string): { code: string | undefined; student: string; entries: DeviceEntry[] } {
  const { s, e, c } = Packed.parse(JSON.parse(unpacked(text)))
  const entries = e.flatMap(
    ([keys, skill_id, performed_on, supervisor_id, place, level, setting, attempt, ...rest]) => {
      const [age, sex, corrects_id, reflection] = rest
      return keys.split(' ').map((key) => ({
        key,
        skill_id,
        performed_on,
        supervisor_id,
        place,
        level: LEVELS[level] ?? LEVELS[0],
        setting: SETTINGS[setting] ?? SETTINGS[0],
        attempt: ATTEMPTS[attempt] ?? ATTEMPTS[0],
        patient_age_band: AGE_BANDS[age] ?? null,
        patient_sex: PERSON_GENDERS[sex] ?? null,
        corrects_id,
        reflection,
      }))
    },
  )
  return { code: c, student: s, entries }
}

/** Reads what a camera has seen, or the address that was opened; undefined for anything but a code of the logbook. */
export function pictureOf(text: string): CodePicture | undefined {
  try {
    const { pathname, searchParams, hash } = new URL(text, window.location.origin)
    const code = searchParams.get('code') ?? ''
    if (pathname !== '/logbook' || !/^\d{6}$/.test(code)) return undefined
    const [secret, rows] = hash.slice(1).split('.')
    if (!secret || !rows) return { code }
    const { code: ahead = code, ...held } = entriesOf(rows)
    return { code, ahead: { code: ahead, secret, ...held } }
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
        corrects_id: entry.corrects_id,
        reflection: entry.reflection,
      }
