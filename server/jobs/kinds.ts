import type { FastifyBaseLogger } from 'fastify'
import type { JobWord } from '../../shared/jobs.ts'
import type { Mail, Mailer } from '../core/mail.ts'
import type { Pusher } from '../core/push.ts'
import { JobFailure } from '../core/reasons.ts'
import type { Db, Tx } from '../db/types.ts'
import type { FileStore } from '../files/files.ts'
import type { ResponsesKey } from '../files/responses-key.ts'
import type { Settings } from '../settings.ts'

export interface JobServices {
  db: Db
  settings: Settings
  files: FileStore
  responsesKey: ResponsesKey
  noticesSecret: Buffer
  mail: Mailer | undefined
  push: Pusher | undefined
  jobs: Jobs
  log: FastifyBaseLogger
}

/** The queues, as migrations have made them. */
export type QueueName = 'mail' | 'push' | 'sweeps' | 'packs' | 'alerts'

/** When a job that failed is done again: `times` in all, first after `first` seconds, then after up to twice as long each. */
export interface Retries {
  times: number
  first: number
  /** No wait is longer than this many seconds. */
  most: number
}

/**
 * A kind of job. Its data are kept in the database until it is done: ids, never what a person could be known by or sign
 * in with.
 */
export interface JobKind<Data extends object = object> {
  kind: JobWord
  queue: QueueName
  retries: Retries
  /** The highest of those that are due is done first. */
  priority: number
  /** Does the job. It may be done again after it was cut off. */
  run(services: JobServices, data: Data, id: string): Promise<void>
}

/** The queue of this process. */
export interface Jobs {
  /** Writes jobs down in this transaction: they are there when it is committed, and otherwise never were. */
  add<Data extends object>(tx: Tx, kind: JobKind<Data>, all: readonly Data[]): Promise<void>
  /** Looks at once for what was added, instead of with the next round. To be called after the commit. */
  hurry(): void
  /** Has each sweep done, by one process; `hourly` once in an hour, however many ask. */
  sweep(kinds: readonly JobKind[], when: 'now' | 'hourly'): Promise<void>
  start(kinds: readonly JobKind[], services: JobServices): Promise<void>
  /** Lets jobs that are under way come to an end, for some seconds; what does not is done again by another process. */
  stop(): Promise<void>
  /** Does failed jobs of a kind again; of a sweep one, the first. @returns how many */
  retry(queue: QueueName, ids: readonly string[]): Promise<number>
  /** Removes failed jobs. */
  dismiss(queue: QueueName, ids: readonly string[]): Promise<void>
}

export const NO_MAIL = 'Mail is not set up.'

/** For some five to eight hours, at last every hour: a mail server that is restarted in the night, or full. */
const HOURS: Retries = { times: 14, first: 30, most: 60 * 60 }

/** Some ten minutes; in an hour there is the next. */
const MINUTES: Retries = { times: 3, first: 60, most: 5 * 60 }

export const sweepKind = (kind: JobWord, sweep: (services: JobServices) => Promise<unknown>): JobKind => ({
  kind,
  queue: 'sweeps',
  retries: MINUTES,
  priority: 0,
  run: async (services) => void (await sweep(services)),
})

/** A kind of job as `JobKind` has it: its data are those that were added. */
export const inQueue = <Data extends object>(queue: QueueName, kind: Omit<JobKind<Data>, 'queue'>): JobKind =>
  ({ ...kind, queue }) as unknown as JobKind

interface MailKind<Data extends object> {
  kind: JobWord
  priority?: number
  retries?: Retries
  /** The mail as it is to be now; undefined where there is nothing to be told any more. */
  write(services: JobServices & { publicUrl: string }, data: Data): Promise<Mail | undefined>
}

/** A mail is written when it is sent: until then nothing of it is kept but for whom and about what it is, by ids. */
export const mailKind = <Data extends object>(mailed: MailKind<Data>): JobKind<Data> => ({
  kind: mailed.kind,
  queue: 'mail',
  retries: mailed.retries ?? HOURS,
  priority: mailed.priority ?? 0,
  run: async (services, data, id) => {
    if (!services.mail) throw new JobFailure(NO_MAIL)
    const mail = await mailed.write({ ...services, publicUrl: services.mail.publicUrl }, data)
    if (mail) await services.mail.send(mail, id)
  },
})
