import type { SettingField, SettingsOfCollege } from '../../../shared/contract/settings.ts'
import type { Settings } from '../../settings.ts'
import type { Chosen } from './reads.ts'

/** The variable of the environment that sets a field in the place of the screen. */
const VARIABLES: Readonly<Record<SettingField, string>> = {
  college_name: 'COLLEGE_NAME',
  attendance_minimum: 'ATTENDANCE_MINIMUM',
  mail_host: 'SMTP_URL',
  mail_port: 'SMTP_URL',
  mail_security: 'SMTP_URL',
  mail_user: 'SMTP_URL',
  mail_from: 'MAIL_FROM',
  public_url: 'PUBLIC_URL',
  backup_dir: 'BACKUP_DIR',
  backup_at: 'BACKUP_AT',
  backup_keep: 'BACKUP_KEEP',
  alert_mail: 'ALERT_MAIL',
  alert_webhook: 'ALERT_WEBHOOK',
  heartbeat_url: 'HEARTBEAT_URL',
}

/** Returns the fields that the environment sets, with the names of the variables. */
export const setByEnvironment = ({ given, SCREEN_SETTINGS }: Settings): Partial<Record<SettingField, string>> =>
  Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([field, variable]) => {
      if (given.has(variable)) return [[field, variable]]
      return SCREEN_SETTINGS === 'off' ? [[field, 'SCREEN_SETTINGS']] : []
    }),
  )

/** Writes a mail server as SMTP_URL has it. Without encryption none is tried, and STARTTLS is never left out. */
function smtpUrl({ mail_host, mail_port, mail_security, mail_user }: Chosen, password: string | undefined): string {
  const user =
    mail_user === null || password === undefined
      ? ''
      : `${encodeURIComponent(mail_user)}:${encodeURIComponent(password)}@`
  const at = `${user}${mail_host}:${mail_port}/`
  if (mail_security === 'tls') return `smtps://${at}`
  return `smtp://${at}?${mail_security === 'starttls' ? 'requireTLS' : 'ignoreTLS'}=true`
}

/** Returns why mails are not sent unencrypted in this way. Stored settings are held to it too, whoever has written them. */
export function unencryptedProblem({ mail_security, mail_user, mail_host }: Chosen): string | undefined {
  if (mail_security !== 'none') return undefined
  if (mail_user !== null) return 'A password is sent only over an encrypted connection.'
  if (isOnThisMachine(mail_host ?? '')) return undefined
  return 'Mails go unencrypted only to a mail server on this machine, such as localhost.'
}

/** Returns whether a mail server is the machine itself, so that its mails pass no network. */
const isOnThisMachine = (host: string) =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[(?:(?:0{0,4}:){2,7}0{0,3}1)\])$/i.test(host)

/** Returns the settings of the environment with what was chosen on the screen where that says nothing. */
export function withChosen(given: Settings, chosen: Chosen, password: string | undefined): Settings {
  if (given.SCREEN_SETTINGS === 'off') return given
  const { college_name, attendance_minimum, mail_host, mail_from, public_url, backup_dir, backup_at, backup_keep } =
    chosen
  const picked: Partial<Settings> = {
    COLLEGE_NAME: college_name ?? given.COLLEGE_NAME,
    ATTENDANCE_MINIMUM: attendance_minimum ?? given.ATTENDANCE_MINIMUM,
    SMTP_URL: mail_host === null || unencryptedProblem(chosen) ? undefined : smtpUrl(chosen, password),
    MAIL_FROM: mail_from ?? undefined,
    PUBLIC_URL: public_url ?? undefined,
    BACKUP_DIR: backup_dir ?? undefined,
    BACKUP_AT: backup_at ?? given.BACKUP_AT,
    BACKUP_KEEP: backup_keep ?? given.BACKUP_KEEP,
    ALERT_MAIL: chosen.alert_mail ?? undefined,
    ALERT_WEBHOOK: chosen.alert_webhook ?? undefined,
    HEARTBEAT_URL: chosen.heartbeat_url ?? undefined,
  }
  const free = Object.entries(picked).filter(([variable]) => !given.given.has(variable))
  return { ...given, ...Object.fromEntries(free) }
}

type MailServer = Pick<SettingsOfCollege, 'mail_host' | 'mail_port' | 'mail_security' | 'mail_user' | 'mail_signs_in'>

/** Returns the mail server of SMTP_URL, without its password. */
function serverOfUrl(url: string | undefined): MailServer {
  if (url === undefined)
    return { mail_host: null, mail_port: null, mail_security: null, mail_user: null, mail_signs_in: false }
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    mail_host: hostname,
    mail_port: port === '' ? (isTls ? 465 : 587) : Number(port),
    mail_security: isTls ? 'tls' : searchParams.get('ignoreTLS') === 'true' ? 'none' : 'starttls',
    mail_user: username === '' ? null : decodeURIComponent(username),
    mail_signs_in: password !== '',
  }
}

/** Returns what an administrator is shown of the settings in force: no password. */
export function shownSettings(
  settings: Settings,
  chosen: Chosen,
): Omit<SettingsOfCollege, 'has_mail' | 'last_restore' | 'logo' | 'logo_digest' | 'elsewhere' | 'releases'> {
  const { mail_host, mail_port, mail_security, mail_user, mail_password } = chosen
  const isFixed = setByEnvironment(settings).mail_host !== undefined
  const chosenServer = { mail_host, mail_port, mail_security, mail_user, mail_signs_in: mail_password !== null }
  return {
    college_name: settings.COLLEGE_NAME,
    attendance_minimum: settings.ATTENDANCE_MINIMUM,
    signatories: chosen.signatories,
    ...(isFixed ? serverOfUrl(settings.SMTP_URL) : chosenServer),
    mail_from: settings.MAIL_FROM ?? null,
    public_url: settings.PUBLIC_URL ?? null,
    backup_dir: settings.BACKUP_DIR ?? null,
    backup_at: settings.BACKUP_AT,
    backup_keep: settings.BACKUP_KEEP,
    alert_mail: settings.ALERT_MAIL ?? null,
    alert_webhook: settings.ALERT_WEBHOOK ?? null,
    heartbeat_url: settings.HEARTBEAT_URL ?? null,
    environment: setByEnvironment(settings) as Record<string, string>,
  }
}

/** Returns the place of a bucket as people call it, without its key. */
export function bucketPlace(address: string | undefined): string | null {
  if (address === undefined) return null
  const { host, pathname } = new URL(address)
  return [host, ...pathname.split('/').filter(Boolean)].join('/')
}
