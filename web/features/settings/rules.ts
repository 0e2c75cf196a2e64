import type { MailSecurity, SettingField, SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { SIGNATORIES_MAX } from '../../../shared/limits.ts'

export const SECURITY_WORDS: Readonly<Record<MailSecurity, string>> = {
  starttls: 'STARTTLS (usual at port 587)',
  tls: 'TLS from the start (usual at port 465)',
  none: 'None (only for a server on this machine)',
}

/** The fields as their labels name them. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  college_name: 'College name',
  attendance_minimum: 'Minimum attendance (%)',
  mail_host: 'Mail server',
  mail_port: 'Port',
  mail_security: 'Encryption',
  mail_user: 'User name at the mail server',
  mail_password: 'Password at the mail server',
  mail_from: 'Sender',
  public_url: 'Address of this site',
  backup_dir: 'Directory',
  backup_at: 'Time of day',
  backup_keep: 'Days kept',
  alert_mail: 'Mail addresses',
  alert_webhook: 'Webhook',
  heartbeat_url: 'Sign of life',
}

/** Names a refused field as people read it. */
export const nameOfSetting = (path: string) => FIELD_LABELS[path]

type Environment = SettingsOfCollege['environment']

/** Returns the props of a field that the environment sets: it cannot be changed here, and says where it is. */
export function fixedBy(environment: Environment, field: SettingField): { disabled?: true; description?: string } {
  const variable = environment[field]
  return variable === undefined ? {} : { disabled: true, description: `Set by ${variable} in the environment` }
}

/** Leaves out the fields that the environment sets. */
export const free = <B extends object>(environment: Environment, body: B): B =>
  Object.fromEntries(Object.entries(body).filter(([field]) => environment[field] === undefined)) as B

/** Returns a whole number as it was typed; another text goes as it is, for the schema to refuse. */
export const numberOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

export const collegeValues = ({ college_name, attendance_minimum }: SettingsOfCollege) => ({
  college_name,
  attendance_minimum: `${attendance_minimum}`,
})

/** Returns a row for each person who may sign, the empty ones too. */
export const signatoryValues = ({ signatories }: Pick<SettingsOfCollege, 'signatories'>) => ({
  signatories: Array.from({ length: SIGNATORIES_MAX }, (_, place) => ({
    name: signatories[place]?.name ?? '',
    title: signatories[place]?.title ?? '',
  })),
})

/** Leaves out the empty rows behind the last one with a text, so that each of the others keeps its place. */
export function signatoriesBody({ signatories }: ReturnType<typeof signatoryValues>) {
  const last = signatories.findLastIndex(({ name, title }) => `${name}${title}`.trim() !== '')
  return { signatories: signatories.slice(0, last + 1) }
}

export const mailValues = (settings: SettingsOfCollege) => ({
  mail_host: settings.mail_host ?? '',
  mail_port: `${settings.mail_port ?? 587}`,
  mail_security: settings.mail_security ?? 'starttls',
  mail_user: settings.mail_user ?? '',
  mail_password: '',
  mail_from: settings.mail_from ?? '',
  public_url: settings.public_url ?? '',
})

export const backupValues = ({ backup_dir, backup_at, backup_keep }: SettingsOfCollege) => ({
  backup_dir: backup_dir ?? '',
  backup_at,
  backup_keep: `${backup_keep}`,
})

export const alertValues = ({ alert_mail, alert_webhook, heartbeat_url }: SettingsOfCollege) => ({
  alert_mail: alert_mail ?? '',
  alert_webhook: alert_webhook ?? '',
  heartbeat_url: heartbeat_url ?? '',
})
