import type { Gauge as GaugeOf, Registry } from 'prom-client'
import { CONCERN_WORDS, type ConcernWord } from '../shared/concerns.ts'
import type { JobCount } from './features/status/jobs.reads.ts'

/** The state of the installation. Unknown figures are left out; instants are in milliseconds. */
export interface InstallationFigures {
  backup: { at: number; bytes: number } | undefined
  copy: { at: number; bytes: number } | undefined
  restoredAt: number | undefined
  /** The archive of the database's log; nothing where it is not archived. */
  archive: { sentUntil: number | undefined; spoolBytes: number } | undefined
  copyRestoredAt: number | undefined
  disks: readonly { place: string; free: number; bytes: number }[]
  sealedAt: number | undefined
  certificateEnd: number | undefined
  heardAt: number | undefined
  /** Words of all that is wrong, whichever process sees it. */
  concerns: readonly ConcernWord[]
}

interface Labelled {
  /** Tell whose figures they are, where there are several. */
  labels: Record<string, string>
  figures: InstallationFigures
}

/** Returns the room on each disk: where several name one place, that of the fullest. */
function fullestOf(all: readonly Labelled[]): InstallationFigures['disks'] {
  const byPlace = new Map<string, InstallationFigures['disks'][number]>()
  for (const disk of all.flatMap(({ figures }) => figures.disks)) {
    const other = byPlace.get(disk.place)
    if (!other || disk.free < other.free) byPlace.set(disk.place, disk)
  }
  return [...byPlace.values()]
}

/**
 * Adds figures of installations to a registry.
 * @param own the labels that tell whose they are
 * @returns what brings them up to date
 */
export async function observeInstallations(registry: Registry, own: string[], read: () => Promise<Labelled[]>) {
  const { Gauge } = await import('prom-client')
  const clears: (() => void)[] = []
  const gaugeWith = (name: string, help: string, labelNames: string[]) => {
    const one = new Gauge({ name, help, labelNames, registers: [registry] })
    // Reset, one without labels would say zero.
    clears.push(() => (labelNames.length > 0 ? one.reset() : one.remove()))
    return one
  }
  const gauge = (name: string, help: string) => gaugeWith(name, help, own)
  const backupAt = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last whole backup by the schedule was begun',
  )
  const backupBytes = gauge('backup_last_bytes', 'The size of that backup')
  const copyAt = gauge(
    'backup_copy_timestamp_seconds',
    'When the last backup was taken that was copied off the machine',
  )
  const copyBytes = gauge('backup_copy_bytes', 'The size of that backup')
  const copyRestoredAt = gauge(
    'backup_copy_restore_test_timestamp_seconds',
    'When a copy off the machine was last restored on trial',
  )
  const restoredAt = gauge('restore_test_last_success_timestamp_seconds', 'When a backup was last restored on trial')
  const archivedUntil = gauge('archive_until_timestamp_seconds', 'Until when the log of the database is in the archive')
  const spoolBytes = gauge('archive_spool_bytes', 'Bytes of the log that wait to be archived')
  const sealedAt = gauge('audit_seal_timestamp_seconds', 'When the audit trail was last sealed')
  const certificateEnd = gauge('certificate_end_timestamp_seconds', 'When the certificate of PUBLIC_URL ends')
  const heardAt = gauge('sign_of_life_timestamp_seconds', 'When a sign of life was last heard')
  const free = gaugeWith('disk_free_bytes', 'Free bytes of the disks of files and database', ['place'])
  const bytes = gaugeWith('disk_bytes', 'All bytes of these disks', ['place'])
  const concerns = gaugeWith('concerns', 'Whether something of this kind is wrong with the installation', [
    ...own,
    'kind',
  ])

  function setAll({ labels, figures: now }: Labelled): void {
    const set = (one: GaugeOf<string>, value: number | undefined, per = 1000) => {
      if (value !== undefined) one.set(labels, value / per)
    }
    set(backupAt, now.backup?.at)
    set(backupBytes, now.backup?.bytes, 1)
    set(copyAt, now.copy?.at)
    set(copyBytes, now.copy?.bytes, 1)
    set(copyRestoredAt, now.copyRestoredAt)
    set(restoredAt, now.restoredAt)
    set(archivedUntil, now.archive?.sentUntil)
    set(spoolBytes, now.archive?.spoolBytes, 1)
    set(sealedAt, now.sealedAt)
    set(certificateEnd, now.certificateEnd)
    set(heardAt, now.heardAt)
    for (const kind of CONCERN_WORDS) concerns.set({ ...labels, kind }, now.concerns.includes(kind) ? 1 : 0)
  }

  return async () => {
    const all = await read()
    for (const clear of clears) clear()
    for (const one of all) setAll(one)
    for (const disk of fullestOf(all)) {
      free.set({ place: disk.place }, disk.free)
      bytes.set({ place: disk.place }, disk.bytes)
    }
  }
}

/**
 * Adds the figure of background jobs to a registry.
 * @param own the labels that tell whose they are
 */
export async function observeJobs(registry: Registry, own: string[]) {
  const { Gauge } = await import('prom-client')
  const jobs = new Gauge({
    name: 'jobs',
    help: 'Background jobs of all processes that wait, are being done, or were given up (failed; unsent: mails, since mail was not set up)',
    labelNames: [...own, 'kind', 'state'],
    registers: [registry],
  })
  return {
    forget: () => jobs.reset(),
    tell: (labels: Labelled['labels'], counted: readonly JobCount[]) => {
      for (const { kind, state, count } of counted) jobs.set({ ...labels, kind, state }, count)
    },
  }
}
