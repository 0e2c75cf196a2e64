import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import * as z from 'zod/mini'
import { productVersion } from '../../core/version.ts'
import { installationIn, migrationsOf } from '../tables.ts'
import { BASES, instantOf, stampOf } from './names.ts'
import { namesIn, type Place } from './place.ts'
import { type Entry, fileAt, folderAt, packed, smallFile } from './tar.ts'

/** The version is read before root's rights are given up. */
const PRODUCT = productVersion()

const Base = z.object({
  format: z.literal(1),
  product: z.string(),
  installation: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  migrations: z.array(z.string()),
  /** The major version of PostgreSQL and the processor: no other can go on with the files. */
  postgres: z.string(),
  platform: z.string(),
  begun: z.iso.datetime(),
  /** From here on an instant can be restored. */
  ended: z.iso.datetime(),
  first_segment: z.string().check(z.regex(/^[0-9A-F]{24}$/)),
  last_segment: z.string().check(z.regex(/^[0-9A-F]{24}$/)),
  /** Bytes of the packed copy, and their SHA-256. */
  bytes: z.int(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
/** A copy of the whole cluster, from which a restore begins. */
export type Base = z.infer<typeof Base>

export const PLATFORM = `${process.platform}-${process.arch}`
/** The last thing of a base, by which it counts. Its name says when it ended: the key of another machine reads no more. */
const WHOLE = /^(.*)\/whole@([^@/]*)\.json$/
type Span = Pick<Base, 'begun' | 'ended'>
const folderOf = (begun: string) => `${BASES}${stampOf(begun)}/`
export const dataOf = ({ begun }: Pick<Base, 'begun'>) => `${folderOf(begun)}cluster.tar.zst`
export const headsOf = ({ begun }: Pick<Base, 'begun'>) => `${folderOf(begun)}trail-heads.log`
const wholeOf = ({ begun, ended }: Span) => `${folderOf(begun)}whole@${stampOf(ended)}.json`

/** Lists when the whole bases were begun and ended, the oldest first. */
export async function listBases(place: Place): Promise<Span[]> {
  const found: Span[] = []
  for (const name of await namesIn(place, BASES)) {
    const [, folder = '', ended = ''] = WHOLE.exec(name) ?? []
    if (folder !== '') found.push({ begun: instantOf(folder.slice(BASES.length)), ended: instantOf(ended) })
  }
  return found.sort((a, b) => (a.begun < b.begun ? -1 : 1))
}

/** Reads what is known of the whole bases, the oldest first. */
export async function readBases(place: Place): Promise<Base[]> {
  const found: Base[] = []
  for (const span of await listBases(place)) {
    const stored = await place.get(wholeOf(span))
    const parsed = stored && Base.safeParse(JSON.parse(await text(stored)))
    if (parsed?.success) found.push(parsed.data)
  }
  return found
}

/** Removes a base: first what makes it whole. */
export async function removeBase(place: Place, begun: string): Promise<void> {
  const names = await namesIn(place, folderOf(begun))
  for (const name of names.filter((one) => WHOLE.test(one))) await place.remove(name)
  for (const name of names.filter((one) => !WHOLE.test(one))) await place.remove(name)
}

/** Folders of which a copy needs no content, as PostgreSQL's documentation lists them; the log comes from the archive. */
const EMPTY = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const LEFT_OUT =
  /(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*|postmaster\.(?:pid|opts)|backup_(?:label|manifest)(?:\.old)?|tablespace_map(?:\.old)?|[^/]*\.new|\.[^/]*|archive_[^/]*)(?:\/|$)/
const CONTROL = 'global/pg_control'

/** The log's own folder has folders, without which PostgreSQL does not start. */
const isWanted = (path: string) => !LEFT_OUT.test(path) && !EMPTY.test(path) && path !== CONTROL

interface Basing {
  /** Connected to the database, and used for nothing else. */
  client: pg.Client
  cluster: string
  place: Place
  /** The noted heads of the audit trail, if there are any. */
  heads: string | undefined
  signal: AbortSignal
}

const firstIn = async <T>(client: pg.Client, query: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query(query, values)
  return rows[0] as T
}

interface Stopped {
  lsn: string
  label: string
  map: string
}

/**
 * Copies the cluster into the place beside its running server, by PostgreSQL's own interface for it: what is written
 * meanwhile is in the log.
 * @throws Error with one line for people; then nothing in the place counts as one
 */
export async function takeBase({ client, cluster, place, heads, signal }: Basing): Promise<Base> {
  const installation = await installationIn(client)
  if (!installation) throw new Error('there is nothing to copy yet: no server has run on this database')
  const migrations = await migrationsOf(client)
  const { clock: begun, version } = await firstIn<{ clock: string; version: string }>(
    client,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as clock,
      current_setting('server_version_num')::int / 10000 as version`,
  )
  await client.query(`select pg_backup_start('clinical-elog', true)`)
  let stopped: Stopped | undefined
  async function* all(): AsyncGenerator<Entry> {
    yield* folderAt(cluster, isWanted)
    yield* fileAt(cluster, CONTROL)
    signal.throwIfAborted()
    // Waits until the segments that it needs are in the spool.
    stopped = await firstIn<Stopped>(
      client,
      'select lsn::text, labelfile as label, spcmapfile as map from pg_backup_stop(true)',
    )
    yield smallFile('backup_label', stopped.label)
    if (stopped.map !== '') yield smallFile('tablespace_map', stopped.map)
  }
  const hash = createHash('sha256')
  let bytes = 0
  const summing = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  const packing = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  const source = packed(all())
  // A failure on the way is one of the last stream, which the place reads.
  source.on('error', (error) => packing.destroy(error))
  packing.on('error', (error) => summing.destroy(error))
  await place.put(dataOf({ begun }), { made: source.pipe(packing).pipe(summing) }, signal)
  if (!stopped) throw new Error('the copy of the database has no end')
  if (heads !== undefined) await place.put(headsOf({ begun }), { text: heads }, signal)
  const { segment, ended } = await firstIn<{ segment: string; ended: string }>(
    client,
    `select pg_walfile_name($1) as segment,
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended`,
    [stopped.lsn],
  )
  const first_segment = /\(file ([0-9A-F]{24})\)/.exec(stopped.label)?.[1] ?? ''
  const base: Base = {
    format: 1,
    product: PRODUCT,
    installation,
    migrations,
    postgres: String(version),
    platform: PLATFORM,
    begun,
    ended,
    first_segment,
    last_segment: segment,
    bytes,
    sha256: hash.digest('hex'),
  }
  await place.put(wholeOf(base), { text: `${JSON.stringify(base, null, 1)}\n` }, signal)
  return base
}
