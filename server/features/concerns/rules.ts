import type { ConcernWord } from '../../../shared/concerns.ts'
import { JOB_NAMES } from '../../../shared/jobs.ts'
import { counted } from '../../../shared/labels.ts'
import type { SharedFacts } from './reads.ts'

export interface Concern {
  kind: ConcernWord
  detail: string
}

/** A backup has so many hours before the next one counts as late: a day, and what it may take. */
const LATE_HOURS = 27
/** A copy may take as long after its backup, before the last one counts as late. */
const COPY_LATE_HOURS = 30
const UNTESTED_HOURS = 40 * 24
const CLOCK_SECONDS = 60
/** A clock far away is heard over a network, and by the second alone. */
const OUTSIDE_CLOCK_SECONDS = 120
const CERTIFICATE_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000
/** A certificate that ends sooner is a concern. */
export const CERTIFICATE_MS = CERTIFICATE_DAYS * DAY_MS
const GB = 1024 ** 3

type Found = Concern | false | undefined | '' | null | 0

/** Writes an instant for people who may read it anywhere. */
export const inUtc = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

const when = (is: unknown, kind: ConcernWord, detail: string): Found => Boolean(is) && { kind, detail }
const those = (found: Found[]): Concern[] => found.filter((one) => Boolean(one)) as Concern[]

/** The restores on trial: of the newest backup, and of the newest copy off the machine where there is one. */
function ofTrials({ backedUpForHours, lastRestore, restoredBeforeHours, copies }: SharedFacts) {
  const isUntested = (sinceHours: number | null, restoredHours: number | null) =>
    (sinceHours ?? 0) > UNTESTED_HOURS && (restoredHours ?? UNTESTED_HOURS) >= UNTESTED_HOURS
  const failed = [
    lastRestore?.failure,
    copies?.lastRestore?.failure && `From the bucket: ${copies.lastRestore.failure}`,
  ].filter(Boolean)
  const untested = [
    isUntested(backedUpForHours, restoredBeforeHours) && 'Settings has a button for it.',
    copies && isUntested(copies.copiedForHours, copies.restoredBeforeHours) && 'None from the bucket.',
  ].filter(Boolean)
  return [
    when(failed.length, 'restore-failed', failed.join(' ')),
    when(untested.length, 'restore-untested', untested.join(' ')),
  ]
}

function ofBackups(facts: SharedFacts) {
  const { over, whole } = facts.backups
  const isLate = whole ? whole.isOverdue : (facts.backedUpForHours ?? 0) > LATE_HOURS
  return [
    when(over?.failure, 'backup-failed', over?.failure ?? ''),
    when(isLate, 'backup-late', whole ? `The last one is of ${inUtc(whole.started_at)}.` : 'There has been none yet.'),
    when(whole?.missing_files, 'backup-incomplete', counted(whole?.missing_files ?? 0, 'file')),
    ...ofTrials(facts),
  ]
}

/** Copies off the machine. */
function ofCopies({ copies }: SharedFacts, isBackedUp: boolean) {
  if (!copies) return []
  const { keyForHours, over, whole, wholeForHours } = copies
  const unset = [
    keyForHours === null && 'Make the key for paper on the page Settings.',
    !isBackedUp && 'Choose a directory for backups on the page Settings.',
  ].filter(Boolean)
  const isLate = unset.length === 0 && (wholeForHours ?? keyForHours ?? 0) > COPY_LATE_HOURS
  const last = whole?.taken_at
    ? `The last one is of the backup of ${inUtc(whole.taken_at)}.`
    : 'There has been none yet.'
  return [
    when(unset.length, 'copy-unset', unset.join(' ')),
    when(unset.length === 0 && over?.failure, 'copy-failed', over?.failure ?? ''),
    when(isLate, 'copy-late', last),
  ]
}

const about = (seconds: number) => counted(Math.round(Math.abs(seconds)), 'second')

function ofClocks({ databaseAhead, sealAhead, behindOutside }: SharedFacts): string {
  const outside = behindOutside ?? 0
  return [
    Math.abs(databaseAhead) > CLOCK_SECONDS && `Those of server and database are ${about(databaseAhead)} apart.`,
    sealAhead > CLOCK_SECONDS && `It was set back: the last seal of the trail lies ${about(sealAhead)} ahead.`,
    Math.abs(outside) > OUTSIDE_CLOCK_SECONDS &&
      `It is ${about(outside)} ${outside > 0 ? 'behind' : 'ahead of'} the clock that hears the signs of life.`,
  ]
    .filter((told) => told !== false)
    .join(' ')
}

/** Returns all that follows from what every process sees alike. */
export function sharedConcerns(facts: SharedFacts, isBackedUp: boolean, certificate: Date | undefined): Concern[] {
  const failed = facts.failedJobs.filter(({ done_at, last_at }) => done_at === null || done_at < last_at)
  const { times, longest_ms } = facts.slowStatements
  const days = certificate ? Math.floor((certificate.getTime() - Date.now()) / DAY_MS) : CERTIFICATE_DAYS
  const clocks = ofClocks(facts)
  const { waitingMails, releases } = facts
  return those([
    ...(isBackedUp ? ofBackups(facts) : []),
    ...ofCopies(facts, isBackedUp),
    when(days < CERTIFICATE_DAYS, 'certificate', days < 0 ? 'It has ended.' : `It ends in ${counted(days, 'day')}.`),
    when(clocks, 'clock', clocks),
    when(failed.length, 'jobs-failed', failed.map(({ kind }) => JOB_NAMES[kind]).join('; ')),
    when(waitingMails, 'mail-waits', `${counted(waitingMails, 'mail')} for a quarter of an hour or longer.`),
    when(times, 'slow-statements', `${counted(times, 'time')} in ten minutes, the longest ${longest_ms} ms.`),
    when(releases.is_newer, 'new-version', `Version ${releases.newest} is there; this is ${releases.installed}.`),
  ])
}

export interface OwnFacts {
  disks: readonly { place: string; free: number; is_low: boolean }[]
  files: 'unchecked' | undefined
  isTrailWhole: boolean
  /** The trouble of the archive of the database's log, in words. */
  archive?: string | undefined
}

/** Returns all that follows from what a process alone sees. */
export const ownConcerns = ({ disks, files, isTrailWhole, archive }: OwnFacts): Concern[] =>
  those([
    when(
      disks.some(({ is_low }) => is_low),
      'disk-low',
      disks
        .filter(({ is_low }) => is_low)
        .map(({ place, free }) => `${place} has ${(free / GB).toFixed(1)} GB left.`)
        .join(' '),
    ),
    when(files === 'unchecked', 'files-unchecked', ''),
    when(archive, 'archive-late', archive ?? ''),
    when(!isTrailWhole, 'trail-broken', 'A seal was changed or removed: run trail:check.'),
  ])
