import * as z from 'zod/mini'
import { CONTROL_IN_LINE } from '../characters.ts'
import { looksLikeEmail } from '../email-address.ts'
import { credential, get, Message, one, post, put, remove } from '../endpoint.ts'
import { choice, line, optionalLine, optionalWord, orNothing } from '../fields.ts'
import { LOGO_FILE } from '../files.ts'
import { PASSWORD_MAX, SIGNATORIES_MAX, SIGNATORY_MAX } from '../limits.ts'
import { BackupKeyInput, Elsewhere, RestoreTest } from './backup-copies.ts'
import { AlertsInput } from './concerns.ts'
import { Releases } from './releases.ts'

/** The ports at which mail servers take mails. Any other is some other service's. */
export const MAIL_PORTS = [587, 465, 25, 2525] as const
export const MAIL_SECURITIES = ['starttls', 'tls', 'none'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/** The fields that administrators change on the screen. */
export const SETTING_FIELDS = [
  'college_name',
  'attendance_minimum',
  'mail_host',
  'mail_port',
  'mail_security',
  'mail_user',
  'mail_from',
  'public_url',
  'backup_dir',
  'backup_at',
  'backup_keep',
  'alert_mail',
  'alert_webhook',
  'heartbeat_url',
] as const
export type SettingField = (typeof SETTING_FIELDS)[number]

export const Signatory = z.object({ name: line('Name', SIGNATORY_MAX), title: line('Title', SIGNATORY_MAX) })
export type Signatory = z.infer<typeof Signatory>

const SettingsOfCollege = z.object({
  college_name: z.string(),
  attendance_minimum: z.int(),
  /** The name of the logo's file; null where there is none. */
  logo: z.nullable(z.string()),
  /** The people who sign the papers that are given out, in their order. */
  signatories: z.array(z.object({ name: z.string(), title: z.string() })),
  /** Its SHA-256, in hex, by which every page shows it. */
  logo_digest: z.nullable(z.string()),
  mail_host: z.nullable(z.string()),
  mail_port: z.nullable(z.int()),
  mail_security: z.nullable(z.enum(MAIL_SECURITIES)),
  mail_user: z.nullable(z.string()),
  /** True when a password for the mail server is stored. It is never given back. */
  mail_signs_in: z.boolean(),
  mail_from: z.nullable(z.string()),
  public_url: z.nullable(z.string()),
  /** True when mails can be sent. */
  has_mail: z.boolean(),
  backup_dir: z.nullable(z.string()),
  backup_at: z.string(),
  backup_keep: z.int(),
  /** Email addresses, separated by commas. */
  alert_mail: z.nullable(z.string()),
  alert_webhook: z.nullable(z.string()),
  heartbeat_url: z.nullable(z.string()),
  /** The fields that the environment sets, with the name of the variable: they cannot be changed here. */
  environment: z.record(z.string(), z.string()),
  last_restore: z.nullable(RestoreTest),
  elsewhere: Elsewhere,
  releases: Releases,
})
export type SettingsOfCollege = z.infer<typeof SettingsOfCollege>

export const CollegeInput = z.object({
  college_name: z.optional(line('College name', 120)),
  attendance_minimum: z.optional(
    z
      .int('Minimum attendance must be a whole percentage')
      .check(
        z.minimum(0, 'Minimum attendance must be from 0 to 100'),
        z.maximum(100, 'Minimum attendance must be from 0 to 100'),
      ),
  ),
})

export const SignatoriesInput = z.object({
  signatories: z
    .array(Signatory, 'Signatories are required')
    .check(z.maxLength(SIGNATORIES_MAX, `At most ${SIGNATORIES_MAX} people sign a document`)),
})

/** Letters, digits, dots and hyphens; or an IPv6 address in brackets. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])$/
/** Four numbers that are no address, and the like, are no name either: nothing could be sent there. */
const isHost = (text: string) => HOST.test(text) && URL.canParse(`https://${text}`)
const NAMED_ADDRESS = /^[^<>"]{1,100}<([^<>\s]+)>$/

const isSender = (text: string) => looksLikeEmail(NAMED_ADDRESS.exec(text)?.[1] ?? text)

/** True for the address of a whole site, without a path, a query or a name to sign in with. */
function isSite(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '' && url.pathname === '/'
}

export const MailInput = z.object({
  mail_host: optionalLine('Mail server', 253).check(
    orNothing(isHost, 'Mail server must be a name such as mail.example.org'),
  ),
  mail_port: z.optional(z.literal([...MAIL_PORTS], `Port must be one of: ${MAIL_PORTS.join(', ')}`)),
  mail_security: z.optional(choice('Encryption', MAIL_SECURITIES)),
  mail_user: optionalLine('User name', 200),
  /** Missing keeps the stored one. */
  mail_password: z.optional(
    z.string('Mail password must be text').check(
      z.minLength(1, 'Mail password is required'),
      z.maxLength(PASSWORD_MAX, `Mail password must be at most ${PASSWORD_MAX} characters`),
      z.refine<string>(
        (text) => text.isWellFormed() && !CONTROL_IN_LINE.test(text),
        'Mail password contains characters that cannot be stored',
      ),
    ),
  ),
  mail_from: optionalLine('Sender', 200).check(
    orNothing(isSender, 'Sender must be an email address, or a name with one: Clinical eLog <elog@example.org>'),
  ),
  public_url: optionalLine('Address of this site', 200).check(
    orNothing(isSite, 'Address of this site must be one such as https://elog.example.org'),
  ),
})

export const BackupInput = z.object({
  backup_dir: optionalLine('Directory', 1000).check(
    orNothing(
      (text) => text.startsWith('/') && !text.split('/').includes('..'),
      'Directory must be a path from the root, such as /mnt/backups',
    ),
  ),
  backup_at: z.optional(
    z
      .string('Time must be a time such as 02:30')
      .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Time must be a time such as 02:30')),
  ),
  backup_keep: z.optional(
    z
      .int('Days kept must be a whole number')
      .check(z.minimum(1, 'Days kept must be from 1 to 9999'), z.maximum(9999, 'Days kept must be from 1 to 9999')),
  ),
})

const saved = {
  action: 'settings:write',
  reply: one(SettingsOfCollege),
  failure: 'Failed to save the settings',
} as const

/** Test mails that one administrator may send in an hour. */
export const TEST_MAILS_AN_HOUR = 5

export const settings = {
  read: get('/settings', {
    summary: 'The settings of the college, mail and backup, and which of them the environment sets; no password',
    action: 'settings:read',
    reply: one(SettingsOfCollege),
    failure: 'Failed to fetch the settings',
  }),
  saveCollege: put('/settings/college', {
    summary: 'Change name and minimum attendance; a missing field stays as it is',
    body: CollegeInput,
    ...saved,
  }),
  saveSignatories: put('/settings/signatories', {
    summary: 'Change who signs the papers that are given out from now on: four people at the most, or none',
    body: SignatoriesInput,
    ...saved,
  }),
  logo: get('/settings/logo', {
    summary: 'The logo of the college',
    action: 'account:own',
    file: { type: 'application/octet-stream', description: 'A PNG or a JPEG' },
    failure: 'Failed to fetch the logo',
  }),
  mark: get('/settings/mark', {
    summary: 'The logo by its SHA-256, for pages before the sign-in, too; a 404 for any other',
    action: 'public',
    query: z.object({ digest: optionalWord('digest', 64) }),
    file: { type: 'application/octet-stream', description: 'A PNG or a JPEG, to be kept for good' },
    failure: 'Failed to fetch the logo',
  }),
  saveLogo: post('/settings/logo', {
    summary: 'Give the college a logo, in the place of the one it has: a PNG or JPEG of 512 kB at the most',
    ...saved,
    body: z.object({}),
    upload: LOGO_FILE,
    failure: 'Failed to save the logo',
  }),
  removeLogo: remove('/settings/logo', {
    summary: 'Take the logo away',
    action: 'settings:write',
    failure: 'Failed to remove the logo',
  }),
  saveMail: put('/settings/mail', {
    summary: 'Change how mails are sent; without a mail server none are',
    body: MailInput,
    ...saved,
  }),
  saveBackup: put('/settings/backup', {
    summary: 'Change where and when backups are made; without a directory none are',
    body: BackupInput,
    ...saved,
  }),
  saveAlerts: put('/settings/alerts', {
    summary: 'Change who is told when something is wrong with the installation, and who hears its signs of life',
    body: AlertsInput,
    ...saved,
  }),
  testMail: post('/settings/test-mail', {
    goesOn: 'tidying',
    summary: 'Send a mail to the own address, and say what the mail server answered; five in an hour',
    action: 'settings:write',
    reply: z.object({ data: z.object({ is_sent: z.boolean() }), message: z.string() }),
    failure: 'Failed to send the test mail',
  }),
  makeBackupKey: post('/settings/backup-key', {
    forgetsKey: true,
    summary: 'Make the key for paper, to which copies of backups elsewhere are sealed: told once, and never stored',
    body: BackupKeyInput,
    action: 'settings:write',
    reply: one(z.object({ credential, made_at: z.string() })),
    failure: 'Failed to make the key',
  }),
  testRestore: post('/settings/test-restore', {
    aDay: { most: 20, noun: 'test restores' },
    summary: 'Restore the newest backup into a place of its own, compare it, and remove it again; one at a time',
    action: 'settings:write',
    reply: Message,
    failure: 'Failed to begin the test restore',
  }),
}
