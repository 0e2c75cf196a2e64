import * as z from 'zod/mini'
import { CONCERN_WORDS } from '../concerns.ts'
import { get, Message, post } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { JOB_NAMES, type JobWord } from '../jobs.ts'
import { Releases } from './releases.ts'

const kinds = Object.keys(JOB_NAMES) as [JobWord, ...JobWord[]]
const kind = z.enum(kinds)

/** Failed jobs of a kind, until an administrator repeats or dismisses them. */
export const FailedJobs = z.object({
  kind,
  count: z.int(),
  /** The reason of the last failure. */
  reason: z.string(),
  first_at: z.string(),
  last_at: z.string(),
  /** The time when a job of this kind was last done; null if not remembered. */
  done_at: z.nullable(z.string()),
})
export type FailedJobs = z.infer<typeof FailedJobs>

/** Mails of a kind that could not be sent without a mail server, until an administrator sends or dismisses them. */
export const UnsentMails = z.object({ kind, count: z.int(), first_at: z.string(), last_at: z.string() })
export type UnsentMails = z.infer<typeof UnsentMails>

/** Jobs of a kind that wait or run. */
export const WaitingJobs = z.object({
  kind,
  waiting: z.int(),
  active: z.int(),
  /** The waiting jobs that have failed already, with the reason and the next try. */
  retrying: z.int(),
  reason: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
})
export type WaitingJobs = z.infer<typeof WaitingJobs>

const Trouble = z.object({ what: z.string(), detail: z.nullable(z.string()), times: z.int(), last_at: z.string() })
export type Trouble = z.infer<typeof Trouble>

const Status = z.object({
  version: z.string(),
  releases: Releases,
  /** All that is wrong now, as any process sees it: `source` is the process, or empty. */
  concerns: z.array(
    z.object({ kind: z.enum(CONCERN_WORDS), source: z.string(), detail: z.string(), since: z.string() }),
  ),
  /** The last sign of life; null where none is given. */
  heartbeat: z.nullable(
    z.object({ tried_at: z.nullable(z.string()), heard_at: z.nullable(z.string()), failure: z.nullable(z.string()) }),
  ),
  database: z.object({
    version: z.string(),
    bytes: z.int(),
    is_embedded: z.boolean(),
    tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
  }),
  files: z.object({
    place: z.enum(['disk', 'bucket']),
    /** Estimated by the database. */
    count: z.int(),
    trouble: z.nullable(z.enum(['unswept', 'unchecked'])),
  }),
  /** The disks of files and database. A bucket's or another server's disks are unknown. */
  disks: z.array(z.object({ place: z.string(), free: z.int(), bytes: z.int(), is_low: z.boolean() })),
  backups: z.object({
    is_scheduled: z.boolean(),
    last: z.array(
      z.object({
        due_at: z.string(),
        finished_at: z.nullable(z.string()),
        bytes: z.nullable(z.int()),
        missing_files: z.nullable(z.int()),
        failure: z.nullable(z.string()),
      }),
    ),
  }),
  /** The years or days for which things are kept; null for good. For backups it is null too when none are scheduled. */
  keeping: z.object({
    audit_years: z.nullable(z.int()),
    withdrawn_case_days: z.nullable(z.int()),
    security_log_days: z.int(),
    removed_file_days: z.int(),
    backup_days: z.nullable(z.int()),
  }),
  jobs: z.object({
    failed: z.array(FailedJobs),
    unsent: z.array(UnsentMails),
    waiting: z.array(WaitingJobs),
    done: z.array(z.object({ kind, at: z.string() })),
  }),
  has_mail: z.boolean(),
  errors: z.array(Trouble),
  slow: z.array(z.extend(Trouble, { longest_ms: z.int() })),
  processes: z.array(
    z.object({ name: z.string(), host: z.string(), pid: z.int(), started_at: z.string(), heard_at: z.string() }),
  ),
})
export type Status = z.infer<typeof Status>

/** The kinds of files that an administrator may set aside to make room. */
export const ROOM_KINDS = ['withdrawn_cases', 'replaced_submissions'] as const
export type RoomKind = (typeof ROOM_KINDS)[number]

/** The files of a kind that could be set aside, and their bytes. */
export const SpareRoom = z.object({ kind: z.enum(ROOM_KINDS), files: z.int(), bytes: z.int() })
export type SpareRoom = z.infer<typeof SpareRoom>

/** The jobs of a kind that are settled: the failed ones, unless the call says otherwise. */
export const SETTLED = ['failed', 'unsent'] as const
export type JobOutcome = (typeof SETTLED)[number]

const settling = {
  params: { kind },
  query: z.object({ which: z.optional(choice('Which', SETTLED)) }),
}

export const status = {
  read: get('/status', {
    summary:
      'How the installation stands: version, database, files, disks, backups, keeping, jobs, mail, errors, processes',
    action: 'status:read',
    reply: z.object({ data: Status }),
    failure: 'Failed to fetch the status',
  }),
  room: get('/status/room', {
    summary:
      'Files of withdrawn reports and replaced ones of submissions: how many could be set aside, and their bytes',
    action: 'status:read',
    reply: z.object({ data: z.array(SpareRoom) }),
    failure: 'Failed to fetch the status',
  }),
  makeRoom: post('/status/room', {
    goesOn: 'tidying',
    summary: 'Sets such files aside, a thousand at once; their names and SHA-256 stay in the trail',
    action: 'status:settle',
    body: z.object({ kind: choice('Kind', ROOM_KINDS) }),
    reply: Message,
    failure: 'Failed to set the files aside',
  }),
  retry: post('/status/jobs/:kind/retry', {
    goesOn: 'tidying',
    summary: 'Does the failed jobs of a kind again, or sends its mails that were not sent while mail was not set up',
    action: 'status:settle',
    ...settling,
    reply: Message,
    failure: 'Failed to have the jobs done again',
  }),
  dismiss: post('/status/jobs/:kind/dismiss', {
    goesOn: 'tidying',
    summary: 'Forgets the failed jobs of a kind, or its mails that were not sent',
    action: 'status:settle',
    ...settling,
    reply: Message,
    failure: 'Failed to dismiss the jobs',
  }),
}
