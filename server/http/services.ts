import type { Mailer } from '../core/mail.ts'
import type { Pusher } from '../core/push.ts'
import type { Db } from '../db/types.ts'
import type { FileStore } from '../files/files.ts'
import type { ResponsesKey } from '../files/responses-key.ts'
import type { Jobs } from '../jobs/kinds.ts'
import type { Settings } from '../settings.ts'

/** The parts that the app is built over: a process has each once. */
export interface Services {
  db: Db
  /** Connections of their own for what has to work while everything else is slow. */
  vital: Db
  /** Those of the environment, with what administrators have chosen on the screen: read each at the time of its use. */
  settings: Settings
  /** Takes over at once what this process has written of the settings; other processes look every few seconds. */
  refreshSettings: () => Promise<void>
  files: FileStore
  responsesKey: ResponsesKey
  mail: Mailer | undefined
  push: Pusher | undefined
  jobs: Jobs
  csrfSecret: Buffer
  deviceSecret: Buffer
  calendarSecret: Buffer
  noticesSecret: Buffer
  /** The demo's password is public, so that it takes what no college does. */
  isDemo?: boolean | undefined
}
