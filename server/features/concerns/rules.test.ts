import { expect, test } from 'vitest'
import { CONCERN_WORDS } from '../../../shared/concerns.ts'
import type { SharedFacts } from './reads.ts'
import { ownConcerns, sharedConcerns } from './rules.ts'

const HOUR_MS = 60 * 60 * 1000
const AT = '2026-11-29T21:30:00.000Z'

const backup = {
  id: 7,
  due_at: AT,
  started_at: AT,
  finished_at: AT,
  bytes: 5_000,
  missing_files: 0,
  failure: null,
  isOverdue: false,
}
const restored = { begun_at: AT, finished_at: AT, taken_at: AT, tables: 1, rows: 1, files: 1, bytes: 1, failure: null }

const copy = { begun_at: AT, finished_at: AT, taken_at: AT, bytes: 5, sent_bytes: 1, failure: null }
const copies = {
  keyForHours: 5000,
  over: copy,
  whole: { ...copy, keys: 'a' },
  lastRestore: restored,
  wholeForHours: 20,
  copiedForHours: 5000,
  restoredBeforeHours: 24,
}

const well: SharedFacts = {
  backups: { over: backup, whole: backup },
  lastRestore: restored,
  copies: undefined,
  failedJobs: [],
  releases: {
    installed: '0.1.0',
    place: 'releases.test',
    asked_at: AT,
    read_at: AT,
    newest: '0.1.0',
    is_newer: false,
    page: null,
    failure: null,
  },
  backedUpForHours: 5000,
  restoredBeforeHours: 24,
  waitingMails: 0,
  slowStatements: { times: 0, longest_ms: 0 },
  databaseAhead: 0.4,
  sealAhead: -30,
  behindOutside: null,
}
const kinds = (facts: Partial<SharedFacts>, { isBackedUp = true, certificate = undefined as Date | undefined } = {}) =>
  sharedConcerns({ ...well, ...facts }, isBackedUp, certificate).map(({ kind, detail }) => `${kind}: ${detail}`)
const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS + HOUR_MS)
const failed = { kind: 'cases' as const, count: 1, reason: 'x', first_at: AT, last_at: AT, done_at: null }

test('nothing is wrong with what is well', () => {
  expect(kinds({}, { certificate: inDays(15) })).toEqual([])
  expect(
    ownConcerns({ disks: [{ place: '/srv', free: 5, is_low: false }], files: undefined, isTrailWhole: true }),
  ).toEqual([])
})

test.each<[string, Partial<SharedFacts>, string[]]>([
  [
    'a backup that failed',
    { backups: { over: { ...backup, failure: 'No space' }, whole: backup } },
    ['backup-failed: No space'],
  ],
  [
    'a backup that is late',
    { backups: { over: backup, whole: { ...backup, isOverdue: true } } },
    ['backup-late: The last one is of 2026-11-29 21:30 UTC.'],
  ],
  [
    'no backup in the first 28 hours of the schedule',
    { backups: { over: undefined, whole: undefined }, backedUpForHours: 28 },
    ['backup-late: There has been none yet.'],
  ],
  ['no backup in the first 26 hours', { backups: { over: undefined, whole: undefined }, backedUpForHours: 26 }, []],
  [
    'missing files',
    { backups: { over: backup, whole: { ...backup, missing_files: 2 } } },
    ['backup-incomplete: 2 files'],
  ],
  ['a restore that failed', { lastRestore: { ...restored, failure: 'Damaged' } }, ['restore-failed: Damaged']],
  ['no restore on trial', { restoredBeforeHours: null }, ['restore-untested: Settings has a button for it.']],
  ['no restore on trial in the first days', { restoredBeforeHours: null, backedUpForHours: 39 * 24 }, []],
  ['copies that are well', { copies }, []],
  [
    'a bucket without a key on paper',
    { copies: { ...copies, keyForHours: null } },
    ['copy-unset: Make the key for paper on the page Settings.'],
  ],
  ['a copy that failed', { copies: { ...copies, over: { ...copy, failure: 'Away' } } }, ['copy-failed: Away']],
  [
    'a copy that is late',
    { copies: { ...copies, wholeForHours: 31 } },
    ['copy-late: The last one is of the backup of 2026-11-29 21:30 UTC.'],
  ],
  [
    'no copy in the first hours of the key',
    { copies: { ...copies, whole: undefined, wholeForHours: null, keyForHours: 29 } },
    [],
  ],
  [
    'no copy since',
    { copies: { ...copies, whole: undefined, wholeForHours: null, keyForHours: 31 } },
    ['copy-late: There has been none yet.'],
  ],
  [
    'restores that failed on trial',
    {
      lastRestore: { ...restored, failure: 'Damaged.' },
      copies: { ...copies, lastRestore: { ...restored, failure: 'Lost' } },
    },
    ['restore-failed: Damaged. From the bucket: Lost'],
  ],
  [
    'no restore from the bucket on trial',
    { copies: { ...copies, restoredBeforeHours: null } },
    ['restore-untested: None from the bucket.'],
  ],
  ['jobs given up', { failedJobs: [failed] }, ['jobs-failed: Hand over incident cases of who has left']],
  ['jobs that were done since', { failedJobs: [{ ...failed, done_at: '2026-11-30T00:00:00.000Z' }] }, []],
  ['mails that wait', { waitingMails: 1 }, ['mail-waits: 1 mail for a quarter of an hour or longer.']],
  [
    'slow statements',
    { slowStatements: { times: 3, longest_ms: 4100 } },
    ['slow-statements: 3 times in ten minutes, the longest 4100 ms.'],
  ],
  [
    'a newer version',
    { releases: { ...well.releases, newest: '1.4.0', is_newer: true } },
    ['new-version: Version 1.4.0 is there; this is 0.1.0.'],
  ],
  ['a list of releases that cannot be read', { releases: { ...well.releases, failure: 'It is away.' } }, []],
  [
    'a database whose clock is behind',
    { databaseAhead: -90 },
    ['clock: Those of server and database are 90 seconds apart.'],
  ],
  [
    'a clock that was set back',
    { sealAhead: 7200 },
    ['clock: It was set back: the last seal of the trail lies 7,200 seconds ahead.'],
  ],
  [
    'a clock that is ahead of the listener’s',
    { behindOutside: -3600 },
    ['clock: It is 3,600 seconds ahead of the clock that hears the signs of life.'],
  ],
])('%s', (_, facts, expected) => expect(kinds(facts)).toEqual(expected))

test('backups are nobody’s concern where none are scheduled', () => {
  const none = { backups: { over: { ...backup, failure: 'No space' }, whole: undefined }, restoredBeforeHours: null }
  expect(kinds(none, { isBackedUp: false })).toEqual([])
  expect(kinds({ ...none, copies }, { isBackedUp: false })).toEqual([
    'copy-unset: Choose a directory for backups on the page Settings.',
  ])
})

test('a certificate is told from the fourteenth day before its end', () => {
  expect(kinds({}, { certificate: inDays(14) })).toEqual([])
  expect(kinds({}, { certificate: inDays(13) })).toEqual(['certificate: It ends in 13 days.'])
  expect(kinds({}, { certificate: inDays(-2) })).toEqual(['certificate: It has ended.'])
})

test('a process tells of its disks, its files, the archive and the trail', () => {
  const disks = [
    { place: '/srv/elog', free: 1.5 * 1024 ** 3, is_low: true },
    { place: '/var', free: 9 * 1024 ** 3, is_low: false },
  ]
  expect(ownConcerns({ disks, files: 'unchecked', isTrailWhole: false, archive: 'It was let go.' })).toEqual([
    { kind: 'disk-low', detail: '/srv/elog has 1.5 GB left.' },
    { kind: 'files-unchecked', detail: '' },
    { kind: 'archive-late', detail: 'It was let go.' },
    { kind: 'trail-broken', detail: 'A seal was changed or removed: run trail:check.' },
  ])
  expect(new Set(CONCERN_WORDS).size).toBe(19)
})
