import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { admitOwner, shutOwnerOut } from './access.ts'
import { type Binaries, findBinaries, syncPath } from './binaries.ts'
import { openDataDirectory, settleDataDirectory } from './data-directory.ts'
import { DATABASE, PORT, SETTINGS, USER } from './embedded-settings.ts'
import { keepRunning, type Start, type Watch } from './keeper.ts'
import { type DirectoryLock, lockDirectory } from './lock.ts'
import {
  findPlace,
  freshDirectory,
  type Place,
  refuseClosed,
  refuseOtherVersion,
  type SocketDirectory,
  socketDirectory,
  writePointer,
} from './place.ts'
import { type Account, type Program, reason, run } from './process.ts'
import { sharedMemory } from './shared-memory.ts'
import { endOldServer, endOrphans, readPostmaster } from './stop.ts'

/** A running embedded PostgreSQL: connection facts for `pg` and its stop. */
export interface EmbeddedPostgres {
  /** The socket's directory. */
  host: string
  port: number
  user: string
  database: string
  /** Lets nobody in as the owner any more, from the next reading of the configuration on (until the next start). */
  shutOwnerOut(): void
  /** The directory of the cluster. */
  cluster: string
  /** The user that its processes run as; null: our own. */
  account: Account | null
  /** Resolves with the reason, once it has ended by itself and can't be started again. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/** The caller's part in the start of an embedded server. */
export interface Starting extends Watch {
  /** Work that the caller can do while the server comes up, which needs nothing of it. */
  meanwhile?(): unknown
  /** Fills the directory of a new cluster, in the place of initdb. */
  fill?(fresh: string, account: Account | null, directory: string): Promise<void>
  /** Settings of the server beside our own. */
  settings?: Readonly<Record<string, string>>
}

/**
 * Starts (initialising it first when new) the PostgreSQL cluster kept below `dataDir`. When it ends unasked it is started
 * again, on the same socket.
 */
export async function startEmbedded(dataDir: string, watch: Starting = {}): Promise<EmbeddedPostgres> {
  const directory = openDataDirectory(resolve(dataDir))
  const locks = [await lockDirectory(directory, directory)]
  try {
    return await startLocked(directory, locks, watch)
  } catch (error) {
    for (const lock of locks) lock.release()
    // Ours are written for people; those of the system name no directory.
    if (error instanceof Error && !('code' in error)) throw error
    throw new Error(`The database of ${directory} can't be started: ${reason(error)}.`, { cause: error })
  }
}

async function startLocked(directory: string, locks: DirectoryLock[], watch: Starting): Promise<EmbeddedPostgres> {
  const place = findPlace(directory)
  if (!place.isNew) refuseOtherVersion(place.cluster)
  settleDataDirectory(directory, place.account)
  const parent = dirname(place.cluster)
  // A copied data directory points to the same cluster.
  if (parent !== directory) {
    locks.push(await lockDirectory(parent, directory))
    settleDataDirectory(parent, place.account)
  }
  // Beside the cluster, where who starts it again can write.
  const logFile = join(parent, 'postgres.log')
  const binaries = findBinaries(place)
  const { fill } = watch
  if (fill && !place.isNew)
    throw new Error(`the database in ${place.cluster} is in use: restore into an empty directory`)
  if (place.isNew)
    await makeCluster(place, (fresh) =>
      fill ? fill(fresh, place.account, directory) : initialise(fresh, place, binaries, logFile),
    )
  writePointer(directory, place.cluster)
  refuseClosed(place.cluster, place.account)
  admitOwner(place)

  const socket = socketDirectory(place.cluster, place.account)
  const { meanwhile, settings = {} } = watch
  const facts = { directory, place, binaries, logFile, socket, settings }
  const program = await launch({ ...facts, log: 'new', meanwhile }).catch((error: unknown) => {
    socket.remove()
    throw error
  })
  try {
    // A look at each start would be a connection more.
    if (existsSync(newMark(place.cluster))) {
      await ensureDatabase(socket.path)
      rmSync(newMark(place.cluster))
    }
  } catch (error) {
    await program.stop()
    throw new Error(`The database of ${directory} can't be opened: ${reason(error)}.`, { cause: error })
  }
  program.unref()
  // The words of the program before its end stay in its log.
  const again: Start = (onProgram, signal) => launch({ ...facts, log: 'same', onProgram, signal })
  const kept = keepRunning(program, again, watch)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await kept.stop()
    // Should the shell above it have been killed.
    await endOldServer(place.cluster, directory)
    socket.remove()
    for (const lock of locks) lock.release()
  }
  return {
    host: socket.path,
    port: PORT,
    user: USER,
    database: DATABASE,
    shutOwnerOut: () => shutOwnerOut(place),
    account: place.account,
    cluster: place.cluster,
    lost: kept.lost,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** A file in a new cluster until its database is there: a first start may be cut off before. */
const newMark = (cluster: string) => join(cluster, 'clinical-elog-new')

/** Makes the cluster beside its place and then renames it: a start cut off half-way leaves no half of one. */
async function makeCluster({ cluster, account }: Place, make: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = freshDirectory(cluster, account)
  try {
    await make(fresh)
    writeFileSync(newMark(fresh), '')
    syncPath(fresh)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  renameSync(fresh, cluster)
  syncPath(dirname(cluster))
}

async function initialise(fresh: string, { cluster, account }: Place, binaries: Binaries, logFile: string) {
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${USER}`, '--auth=trust']
  const settings = Object.entries(sharedMemory()).map(([name, value]) => `--set=${name}=${value}`)
  const command = [binaries.initdb, `--pgdata=${fresh}`, ...access, ...options, ...settings]
  const program = run(command, { logFile, log: 'new', account })
  const status = await program.exited
  if (status !== 0) throw new Error(`The database in ${cluster} can't be made: ${program.failure(status)}.`)
}

interface Launch {
  directory: string
  place: Place
  binaries: Binaries
  logFile: string
  socket: SocketDirectory
  settings: NonNullable<Starting['settings']>
  log: 'new' | 'same'
  meanwhile?: Starting['meanwhile']
  onProgram?: Parameters<Start>[0]
  signal?: AbortSignal
}

async function launch(facts: Launch): Promise<Program> {
  const { directory, place, binaries, logFile, socket, log, meanwhile, onProgram, signal } = facts
  const { cluster, account } = place
  const settings = {
    ...SETTINGS,
    ...sharedMemory(),
    ...facts.settings,
    unix_socket_directories: `"${socket.path.replaceAll('"', '""')}"`,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [binaries.postgres, '-D', cluster, ...options]
  const deadline = Date.now() + 30_000
  for (;;) {
    await endOldServer(cluster, directory)
    signal?.throwIfAborted()
    socket.make()
    const program = run(command, { logFile, log, account, privateDirectory: socket.isPrivate ? socket.path : '' })
    onProgram?.(program)
    void meanwhile?.()
    if (await becomesReady(program, cluster)) return program

    const why = program.failure(await program.exited)
    signal?.throwIfAborted()
    // Left by a parent killed just before its server had written its file, or by a killed server's backends.
    const isOld = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(why)
    if (!isOld || Date.now() > deadline) {
      throw new Error(`The database of ${directory} can't be started: ${why}. See ${logFile}.`)
    }
    await endOrphans(cluster)
    await sleep(100)
  }
}

async function becomesReady(program: Program, cluster: string): Promise<boolean> {
  const pid = await program.pid
  // Without a limit: to recover from a crash takes as long as it takes.
  while (!program.hasExited()) {
    const server = readPostmaster(cluster)
    if (server?.pid === pid && server?.state === 'ready') return true
    await sleep(4)
  }
  return false
}

async function ensureDatabase(host: string): Promise<void> {
  try {
    await ask(host, DATABASE, 'SELECT 1')
  } catch (error) {
    const INVALID_CATALOG_NAME = '3D000'
    if ((error as { code?: string }).code !== INVALID_CATALOG_NAME) throw error
    await ask(host, 'postgres', `CREATE DATABASE ${DATABASE}`)
  }
}

async function ask(host: string, database: string, statement: string): Promise<void> {
  const client = new Client({ host, port: PORT, user: USER, database, ssl: false })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
