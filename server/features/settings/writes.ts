import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AlertsInput } from '../../../shared/contract/concerns.ts'
import {
  type BackupInput,
  type CollegeInput,
  type MailInput,
  type SettingField,
  type SignatoriesInput,
  type Signatory,
  TEST_MAILS_AN_HOUR,
} from '../../../shared/contract/settings.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, HttpError, invalid } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import { type Chosen, lockChosen } from './reads.ts'
import { setByEnvironment, unencryptedProblem } from './rules.ts'
import { sealPassword } from './sealing.rules.ts'

type Plain = z.output<typeof CollegeInput> | z.output<typeof BackupInput> | z.output<typeof AlertsInput>
type Input = Plain | z.output<typeof MailInput>

const trail = trailOf<Chosen>('college_settings', [
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
])

/** @throws 422 on the fields that a variable of the environment sets */
function refuseFixed(input: Input, settings: Settings): void {
  const fixed = setByEnvironment(settings)
  const wrong = Object.keys(input).flatMap((field) => {
    const variable = field === 'mail_password' ? fixed.mail_host : fixed[field as SettingField]
    return variable === undefined
      ? []
      : [[field, [`Set by ${variable} in the environment.`]] satisfies [string, string[]]]
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

/** Later than the one before, whatever the clock says: a change is known by it. */
const LATER = sql<string>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

async function save(tx: Tx, caller: Caller, before: Chosen, change: Partial<Chosen>, password?: string[]) {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined)
  await tx
    .updateTable('college_settings')
    .set({ ...Object.fromEntries(fields), updated_at: LATER })
    .where('id', '=', 1)
    .execute()
  const after = { ...before, ...Object.fromEntries(fields) }
  await trail.changed(
    tx,
    caller,
    before,
    after,
    password ? { more: { mail_password: [password[0], password[1]] } } : {},
  )
}

export async function saveChosen(tx: Tx, caller: Caller, settings: Settings, input: Plain): Promise<void> {
  refuseFixed(input, settings)
  await save(tx, caller, await lockChosen(tx), input)
}

const signersText = (signatories: readonly Signatory[]) =>
  signatories.map(({ name, title }) => `${name}, ${title}`).join('; ')

/** Changes who signs the papers that are given out from now on. Those that have been given out stay as they are. */
export async function saveSignatories(
  tx: Tx,
  caller: Caller,
  { signatories }: z.output<typeof SignatoriesInput>,
): Promise<void> {
  const before = await lockChosen(tx)
  await tx
    .updateTable('college_settings')
    .set({ signatories: JSON.stringify(signatories), updated_at: LATER })
    .where('id', '=', before.id)
    .execute()
  await trail.changed(tx, caller, before, before, {
    more: { signatories: [signersText(before.signatories), signersText(signatories)] },
  })
}

/** @throws 422 on what is missing for mails to be sent: nothing is, where there is no mail server */
function refuseHalfMail(after: Chosen, settings: Settings): void {
  const missing: Record<string, string[]> = {}
  if (after.mail_port === null) missing.mail_port = ['Port is required']
  if (after.mail_security === null) missing.mail_security = ['Encryption is required']
  if (
    (after.mail_from ?? settings.MAIL_FROM) === undefined ||
    (after.mail_from === null && !settings.given.has('MAIL_FROM'))
  )
    missing.mail_from = ['Sender is required']
  if (after.public_url === null && !settings.given.has('PUBLIC_URL'))
    missing.public_url = ['Address of this site is required']
  const unencrypted = unencryptedProblem(after)
  if (unencrypted) missing.mail_security = [unencrypted]
  if (after.mail_user !== null && after.mail_password === null) missing.mail_password = ['Mail password is required']
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

/**
 * Changes how mails are sent. A stored password is for the server, port, encryption and user with which it was typed:
 * with others it has to be typed again, so that nobody sends it elsewhere.
 */
export async function saveMail(
  tx: Tx,
  caller: Caller,
  settings: Settings,
  { mail_password: typed, ...input }: z.output<typeof MailInput>,
  secret: Buffer,
): Promise<void> {
  refuseFixed({ ...input, ...(typed === undefined ? {} : { mail_password: typed }) }, settings)
  const before = await lockChosen(tx)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const after: Chosen = { ...before, ...given }
  if (after.mail_host === null) Object.assign(after, { mail_port: null, mail_security: null, mail_user: null })
  const isSame = (['mail_host', 'mail_port', 'mail_security', 'mail_user'] as const).every(
    (field) => before[field] === after[field],
  )
  if (after.mail_user === null || (!isSame && typed === undefined)) after.mail_password = null
  else if (typed !== undefined) after.mail_password = sealPassword(typed, secret)
  if (after.mail_host !== null) refuseHalfMail(after, settings)
  const told = (sealed: Buffer | null, text: string) => (sealed === null ? 'none' : text)
  const isNew = typed !== undefined && after.mail_password !== null
  const password = [told(before.mail_password, 'set'), told(after.mail_password, isNew ? 'set anew' : 'set')]
  const { id: _, updated_at: __, signatories: ___, backup_recipient: ____, backup_key_at: _____, ...change } = after
  await save(tx, caller, before, change, password)
}

/**
 * Puts another key for paper in the place of the one that was made at `replaces`; null: there was none.
 * @returns when this one was made
 * @throws 409 when somebody else has made one meanwhile
 */
export async function saveBackupKey(
  tx: Tx,
  caller: Caller,
  { replaces, recipient }: { replaces: string | null; recipient: string },
): Promise<string> {
  const before = await lockChosen(tx)
  if (before.backup_key_at !== replaces)
    throw conflict('A key was made meanwhile. Reload the page, and use that one or make another.')
  const made_at = new Date(Math.max(Date.now(), Date.parse(replaces ?? '') + 1 || 0)).toISOString()
  await tx
    .updateTable('college_settings')
    .set({ backup_recipient: recipient, backup_key_at: made_at, updated_at: LATER })
    .where('id', '=', before.id)
    .execute()
  await trail.changed(tx, caller, before, before, {
    more: { backup_key: before.backup_key_at === null ? ['none', 'made'] : ['made', 'made anew'] },
  })
  return made_at
}

/** Counts a test mail. @throws 429 when the caller has sent five within an hour */
export async function countTestMail(tx: Tx, caller: Caller): Promise<void> {
  await lockChosen(tx)
  await tx
    .deleteFrom('setting_tests')
    .where('kind', '=', 'mail')
    .where('begun_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
  const { count } = await tx
    .selectFrom('setting_tests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'mail')
    .where('user_id', '=', caller.id)
    .where('begun_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (count >= TEST_MAILS_AN_HOUR)
    throw new HttpError(429, `You have sent ${TEST_MAILS_AN_HOUR} test mails within an hour. Please try again later.`, {
      headers: { 'retry-after': '3600' },
    })
  await tx
    .insertInto('setting_tests')
    .values({ kind: 'mail', user_id: caller.id, finished_at: sql<string>`now()` })
    .execute()
}
