import type { Registry } from 'prom-client'
import { CONCERN_WORDS, type ConcernWord } from '../shared/concerns.ts'

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

/** Adds figures of the installation to a registry; @returns what brings them up to date */
export async function observeInstallation(registry: Registry, read: () => Promise<InstallationFigures>) {
  const { Gauge } = await import('prom-client')
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
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
  const free = gauge('disk_free_bytes', 'Free bytes of the disks of files and database', ['place'])
  const bytes = gauge('disk_bytes', 'All bytes of these disks', ['place'])
  const concerns = gauge('concerns', 'Whether something of this kind is wrong with the installation', ['kind'])

  const setOrRemove = (one: typeof backupAt, value: number | undefined, per = 1000) =>
    value === undefined ? one.remove() : one.set(value / per)
  return async () => {
    const now = await read()
    setOrRemove(backupAt, now.backup?.at)
    setOrRemove(backupBytes, now.backup?.bytes, 1)
    setOrRemove(copyAt, now.copy?.at)
    setOrRemove(copyBytes, now.copy?.bytes, 1)
    setOrRemove(copyRestoredAt, now.copyRestoredAt)
    setOrRemove(restoredAt, now.restoredAt)
    setOrRemove(archivedUntil, now.archive?.sentUntil)
    setOrRemove(spoolBytes, now.archive?.spoolBytes, 1)
    setOrRemove(sealedAt, now.sealedAt)
    setOrRemove(certificateEnd, now.certificateEnd)
    setOrRemove(heardAt, now.heardAt)
    free.reset()
    bytes.reset()
    for (const disk of now.disks) {
      free.set({ place: disk.place }, disk.free)
      bytes.set({ place: disk.place }, disk.bytes)
    }
    for (const kind of CONCERN_WORDS) concerns.set({ kind }, now.concerns.includes(kind) ? 1 : 0)
  }
}
