import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The number of a backup's layout; another number is another layout. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.sha256'
/** Which files there are: a line `key, size, SHA-256` each, in the order of their keys. */
export const FILES_LIST = 'files.tsv'
/** The responses' key and the noted heads of the trail, as they lay beside the files. */
export const BESIDE = ['responses-key.txt', 'trail-heads.log'] as const

const NAME = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const sum = { size: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }

const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  taken_at: z.iso.datetime(),
  installation: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** The migrations in the order in which they have run. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: NAME, columns: z.array(NAME), rows: z.int(), ...sum })),
  sequences: z.array(z.object({ name: NAME, last: z.string().check(z.regex(/^\d+$/)), called: z.boolean() })),
  files: z.object({ count: z.int(), bytes: z.int(), ...sum }),
  beside: z.array(z.object({ name: z.enum(BESIDE), ...sum })),
  /** Keys of files that records name and that were not there, or had another content than the record says. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>
export type TableOf = Manifest['tables'][number]

export const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export const tableFile = (name: string) => join('tables', `${name}.copy.zst`)
export const fileName = (key: string) => `files/${key}`

/** Returns the bytes that a backup takes, the manifest aside. */
export const bytesOf = ({ tables, files, beside }: Manifest) =>
  [...tables, ...beside, files].reduce((bytes, { size }) => bytes + size, files.bytes)

/** @throws Error with one line for people */
export function manifestIn(place: string, text: string | undefined, noted = ''): Manifest {
  if (text === undefined) throw new Error(`${place} is no backup: it has no ${MANIFEST}`)
  const path = join(place, MANIFEST)
  if (!noted.startsWith(sha256Of(text))) throw new Error(`${path} was changed or damaged`)
  const found = JSON.parse(text) as { format?: unknown; product?: unknown }
  if (found.format !== FORMAT)
    throw new Error(`the backup is of Clinical eLog ${found.product}, which this version cannot read: use that one`)
  const { success, data } = z.safeParse(Manifest, found)
  if (!success) throw new Error(`${path} says what it should not`)
  return data
}

/**
 * Reads the manifest of a whole backup, in its directory.
 * @throws Error with one line for people
 */
export function readManifest(backup: string): Manifest {
  const [text, noted] = [MANIFEST, MANIFEST_SUM].map((name) => {
    const path = join(backup, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  })
  return manifestIn(backup, text, noted)
}
