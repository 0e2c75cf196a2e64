import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import * as z from 'zod/mini'
import { newPassword } from '../shared/contract/auth.ts'
import type { Signatory } from '../shared/contract/settings.ts'
import { isAddressList, looksLikeEmail } from '../shared/email-address.ts'

const url = (protocols: string[]) =>
  z.optional(
    z.string().check(
      z.refine<string>(
        (text) => {
          const parsed = URL.parse(text)
          return parsed !== null && protocols.includes(parsed.protocol)
        },
        `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    ),
  )

function knownTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** True for an address, or a range as `10.0.0.0/8`. A range of all addresses would let each caller choose one. */
function isNetwork(name: string): boolean {
  const [address = '', bits, ...rest] = name.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const listed = z.pipe(
  z._default(z.string(), ''),
  z.transform((list: string) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
)

const networks = z.pipe(
  listed,
  z
    .array(z.string())
    .check(
      z.refine<string[]>(
        (list) => list.every(isNetwork),
        'must be addresses or ranges such as 10.1.2.3 or 10.1.0.0/16, separated by commas',
      ),
    ),
)

const text = (fallback: string) => z._default(z.string().check(z.trim(), z.minLength(1, 'must not be empty')), fallback)

const RESERVE = /^(\d{1,7})(MB|GB),(\d{1,2})%$/

/** A number of years, days … from `least` to `most`. */
const countOf = (units: string, least: number, most = 99_999) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, `must be a number of ${units}`)),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`)),
    ),
  )

const portText = z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number'))
const portNumber = z.pipe(z.transform(Number), z.int().check(z.maximum(65_535, 'must be a port number')))

/** Every environment variable the product reads. */
const Settings = z.object({
  PORT: z.pipe(z._default(portText, '3000'), portNumber),
  HOST: text('127.0.0.1'),
  /** The port at which Prometheus reads figures; without it there are none. */
  METRICS_PORT: z.optional(z.pipe(portText, portNumber)),
  METRICS_HOST: text('127.0.0.1'),
  /** A statement that takes so long is in the log. */
  SLOW_STATEMENT_MS: z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,6}$/, 'must be a number of milliseconds')), '1000'),
    z.transform(Number),
  ),
  /** The proxies whose `X-Forwarded-For` counts, besides the loopback's. */
  TRUST_PROXY: networks,
  DATA_DIR: text('data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_OWNER_URL: url(['postgres:', 'postgresql:']),
  /** The pooler in between, if any: it gives a connection for a transaction, such as PgBouncer. */
  DATABASE_POOLER: z.optional(z.literal('transaction', 'must be transaction, or not set')),
  FILES_URL: url(['s3:']),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: z.optional(z.string()),
  PUBLIC_URL: url(['http:', 'https:']),
  COLLEGE_NAME: text('Clinical Medical College'),
  COLLEGE_TIMEZONE: z._default(
    z.string().check(z.refine<string>(knownTimezone, 'must be a time zone such as Asia/Karachi')),
    'Asia/Karachi',
  ),
  ATTENDANCE_MINIMUM: z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole percentage')), '75'),
    z.pipe(z.transform(Number), z.int().check(z.maximum(100, 'must be at most 100'))),
  ),
  CASE_RESPONSE_DAYS: z._default(countOf('days', 1, 999), 3),
  /** A performance of an earlier day needs the signature of a head. */
  LOGBOOK_BACKDATE_DAYS: z._default(countOf('days', 0, 999), 14),
  DISK_RESERVE: z.pipe(
    z._default(z.string().check(z.regex(RESERVE, 'must be a size and a share such as 1GB,5%')), '1GB,5%'),
    z.transform((text: string) => {
      const [, size, unit, percent] = RESERVE.exec(text) ?? []
      return { bytes: Number(size) * (unit === 'GB' ? 1024 ** 3 : 1024 ** 2), share: Number(percent) / 100 }
    }),
  ),
  SWEEP_MOST: z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,7}$/, 'must be a number of files')), '20'),
    z.transform(Number),
  ),
  /** The directory of the daily backup; without it there is no schedule. */
  BACKUP_DIR: z.optional(
    z.string().check(z.refine<string>(isAbsolute, 'must be a path from the root, such as /mnt/backups')),
  ),
  BACKUP_AT: z._default(
    z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30')),
    '02:30',
  ),
  BACKUP_KEEP: z._default(countOf('days', 1, 9999), 14),
  /** On: the embedded database's log is archived also in a directory, unsealed; off: nowhere. See `isArchiving`. */
  ARCHIVE: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  /** A restore goes back to any instant of so many days. */
  ARCHIVE_KEEP: z._default(countOf('days', 1, 999), 7),
  /** A piece of the log is finished after so many seconds at the latest. */
  ARCHIVE_SECONDS: z._default(countOf('seconds', 1, 300), 120),
  /** A bucket elsewhere, to which each backup is copied, sealed; and for how many days. */
  BACKUP_URL: url(['s3:']),
  BACKUP_URL_KEEP: z._default(countOf('days', 1, 9999), 30),
  /** An upgrade that can't be undone begins without a backup, where none can be made. */
  UPGRADE_WITHOUT_BACKUP: z.optional(z.literal('yes', 'must be yes, or not set')),
  /** Those who are told by mail when something is wrong with the installation. */
  ALERT_MAIL: z.optional(
    z.string().check(z.refine<string>(isAddressList, 'must be email addresses, separated by commas')),
  ),
  /** The place to which it is posted, signed (Standard Webhooks). */
  ALERT_WEBHOOK: url(['https:', 'http:']),
  /** The place that is to hear a sign of life every five minutes. */
  HEARTBEAT_URL: url(['https:', 'http:']),
  /** The place that lists the releases of this program, asked once a day. */
  RELEASES_URL: url(['https:', 'http:']),
  /** Off: what was chosen on the screen does not count. A restored copy that is tried out must not mail anybody. */
  SCREEN_SETTINGS: z.optional(z.literal('off', 'must be off, or not set')),
  /** For how long things are kept; without a number, for good. */
  AUDIT_KEEP: z.optional(countOf('years', 1, 99)),
  WITHDRAWN_CASES_KEEP: z.optional(countOf('days', 30)),
  SECURITY_LOG_KEEP: z._default(countOf('days', 30), 180),
  REMOVED_FILES_KEEP: z._default(countOf('days', 7), 30),
  /** The roles, in small letters, that sign in with a second factor. */
  SECOND_FACTOR_ROLES: z.pipe(
    listed,
    z.transform((roles: string[]) => roles.map((role) => role.toLowerCase())),
  ),
  /** The identity provider that people may sign in with besides a password, by OpenID Connect. */
  OIDC_ISSUER: url(['https:', 'http:']),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: text('Sign in with the college account'),
  ADMIN_EMAIL: z._default(
    z.string().check(z.trim(), z.refine<string>(looksLikeEmail, 'must be an email address')),
    'admin@localhost.localdomain',
  ),
  ADMIN_PASSWORD: z.optional(newPassword),
})
export type Settings = z.infer<typeof Settings> & {
  /** The variables that the environment sets. A college may choose some others on a screen. */
  given: ReadonlySet<string>
  /** The SHA-256 of the college's logo, in hex; only the screen gives it. */
  logo?: string | undefined
  /** The same with its bytes, for papers; nothing where the store has not given it. */
  logoPicture?: { digest: string; bytes: Uint8Array } | undefined
  /** The people who sign the papers of the college; only the screen gives them. */
  signatories?: readonly Signatory[]
}
export const SETTING_NAMES = Object.keys(Settings.shape)

/** True when an embedded server is to archive its log: said so, or the environment names a bucket, where it is sealed. */
export const isArchiving = ({ ARCHIVE, DATABASE_URL, given }: Settings): boolean =>
  DATABASE_URL === undefined && (ARCHIVE === 'on' || (ARCHIVE === undefined && given.has('BACKUP_URL')))

/** The error for a start that no other try mends: a person has to. */
export class ToBeMended extends Error {}

/** The error for a wrong setting. */
export class WrongSettings extends ToBeMended {
  constructor(what: string) {
    super(`Wrong settings: ${what}`)
  }
}

/** Hosts at which nobody else listens: a provider that is being tried out. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

function refuseHalfProvider({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL }: Settings): void {
  if (!OIDC_ISSUER) return
  if (!(OIDC_CLIENT_ID && OIDC_CLIENT_SECRET && PUBLIC_URL))
    throw new WrongSettings('OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL too')
  const { protocol, hostname } = new URL(OIDC_ISSUER)
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    throw new WrongSettings('OIDC_ISSUER must be an address that starts with https://')
}

/** @throws WrongSettings for an address without bucket or key, and for the place of the files themselves */
function refuseBackupUrl({ BACKUP_URL, FILES_URL }: Settings): void {
  if (!BACKUP_URL) return
  const placeOf = (address: string) => {
    const { host, pathname } = new URL(address)
    return [host, ...pathname.split('/').filter(Boolean)].join('/')
  }
  if (new URL(BACKUP_URL).username === '' || !placeOf(BACKUP_URL).includes('/'))
    throw new WrongSettings('BACKUP_URL must be s3://KEY:SECRET@HOST/BUCKET')
  if (FILES_URL && placeOf(FILES_URL) === placeOf(BACKUP_URL))
    throw new WrongSettings('BACKUP_URL must not be the bucket and folder of FILES_URL')
}

/**
 * Reads the settings from the environment; an empty variable counts as not set.
 * @throws WrongSettings with one line that names each wrong variable.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Settings, given)
  if (!parsed.success)
    throw new WrongSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  const settings = { ...parsed.data, given: new Set(SETTING_NAMES.filter((name) => given[name] !== undefined)) }
  if (settings.SMTP_URL && !(settings.MAIL_FROM && settings.PUBLIC_URL))
    throw new WrongSettings('SMTP_URL needs MAIL_FROM and PUBLIC_URL too')
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL)
    throw new WrongSettings('DATABASE_OWNER_URL needs DATABASE_URL too')
  if (settings.DATABASE_POOLER && !settings.DATABASE_OWNER_URL)
    throw new WrongSettings('DATABASE_POOLER needs DATABASE_OWNER_URL too, past the pooler')
  refuseHalfProvider(settings)
  refuseBackupUrl(settings)
  return settings
}
