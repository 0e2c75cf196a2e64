import { sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { InstallationSettings } from './colleges/settings.ts'
import type { WatchedRegistry } from './colleges/watched.ts'
import type { JobCount } from './features/status/jobs.reads.ts'
import { type InstallationFigures, observeInstallations, observeJobs } from './installation-figures.ts'
import { openMetricsPort } from './metrics-port.ts'

/** The figures that a round has read of its college. */
interface Read {
  figures: InstallationFigures
  jobs: readonly JobCount[]
}

interface Seen {
  /** Says of the last round. */
  isWell: boolean
  /** The end of the last round that did. */
  at?: number
  read?: Read
}

interface Telling {
  installation: Pick<InstallationSettings, 'directory' | 'own'>
  colleges: WatchedRegistry
  logger: FastifyBaseLogger
}

/**
 * Tells Prometheus of every college what its last round has read there, so that no figure is worth a connection when it is
 * asked for. Nothing where no port is set.
 */
export async function openCollegesMetrics({ installation, colleges, logger }: Telling) {
  const { own: settings, directory } = installation
  if (settings.METRICS_PORT === undefined) return undefined
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const up = new Gauge({
    name: 'college_up',
    help: 'Whether a college is served, and its last round went well',
    labelNames: ['college'],
    registers,
  })
  const roundAt = new Gauge({
    name: 'college_round_timestamp_seconds',
    help: 'When the last round of a college went well, which read its figures',
    labelNames: ['college'],
    registers,
  })
  const jobs = await observeJobs(registry, ['college'])
  /** Names the directory of all colleges for the folders in it: a hundred of them are one disk. */
  const atTheirDisk = (disk: InstallationFigures['disks'][number]) =>
    disk.place.startsWith(directory + sep) ? { ...disk, place: directory } : disk
  const seen = new Map<string, Seen>()
  const updateInstallations = await observeInstallations(registry, ['college'], async () =>
    [...seen].flatMap(([college, { read }]) =>
      read ? [{ labels: { college }, figures: { ...read.figures, disks: read.figures.disks.map(atTheirDisk) } }] : [],
    ),
  )

  function tellOf(college: string, isServed: boolean): void {
    const { isWell, at, read } = seen.get(college) ?? {}
    if (!isServed || isWell !== undefined) up.set({ college }, isServed && isWell ? 1 : 0)
    if (at !== undefined) roundAt.set({ college }, at / 1000)
    jobs.tell({ college }, read?.jobs ?? [])
  }

  async function update(): Promise<void> {
    for (const gauge of [up, roundAt]) gauge.reset()
    jobs.forget()
    const served = new Map(colleges.all.map(({ name }) => [name, true]))
    const all = new Map([...served, ...colleges.unusable.map(({ name }) => [name, false] as const)])
    // A removed one is forgotten.
    for (const name of seen.keys()) if (!all.has(name)) seen.delete(name)
    for (const [name, isServed] of all) tellOf(name, isServed)
    await updateInstallations()
  }

  const close = await openMetricsPort({ registry, settings, update, log: logger })
  return {
    /** Takes what a round has read. */
    note: (college: string, read: Read) => void seen.set(college, { isWell: true, at: Date.now(), read }),
    /** Notes that a round failed: the figures of the one before stay. */
    noteFailure: (college: string) => void seen.set(college, { ...seen.get(college), isWell: false }),
    close,
  }
}

export type CollegesMetrics = Awaited<ReturnType<typeof openCollegesMetrics>>
