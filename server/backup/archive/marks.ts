import { text } from 'node:stream/consumers'
import { namesIn, type Place } from './place.ts'

const MARKS = 'installations/'
const INSTALLATION_LETTERS = 32

/** Notes in the place of all archives when this one got its last base. */
export const markArchive = (all: Place, name: string, begun: string) =>
  all.put(`${MARKS}${name}`, { text: `${begun}\n` })

export const archivesIn = async (all: Place) => (await namesIn(all, MARKS)).map((name) => name.slice(MARKS.length))

/** Reads when an archive got its last base; undefined where the key does not open it. */
async function lastBaseOf(all: Place, name: string): Promise<string | undefined> {
  try {
    const mark = await all.get(`${MARKS}${name}`)
    return mark && (await text(mark)).trim()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('the key does not open')) return undefined
    throw error
  }
}

/**
 * Finds the archive to restore: the newest that the key opens of the one installation there is, or of the one whose id
 * begins so.
 * @throws Error with one line for people
 */
export async function chooseArchive(all: Place, wanted = ''): Promise<string> {
  const names = await archivesIn(all)
  if (names.length === 0) throw new Error(`${all.name} holds no archive`)
  const found: { name: string; last: string }[] = []
  for (const name of names.filter((one) => one.startsWith(wanted))) {
    const last = await lastBaseOf(all, name)
    if (last !== undefined) found.push({ name, last })
  }
  const ids = new Set(found.map(({ name }) => name.slice(0, INSTALLATION_LETTERS)))
  if (ids.size > 1) throw new Error(`say whose with --installation, by its first letters: ${[...ids].join(', ')}`)
  const newest = found.sort((a, b) => (a.last < b.last ? -1 : 1)).at(-1)
  if (!newest) throw new Error(`${all.name} holds no archive that the key opens`)
  return newest.name
}

/** Forgets an archive of another key, once nothing is in it. */
export const removeMark = (all: Place, name: string) => all.remove(`${MARKS}${name}`)
