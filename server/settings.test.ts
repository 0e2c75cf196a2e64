import { expect, test } from 'vitest'
import { isArchiving, readSettings } from './settings.ts'

test('an empty environment gives the defaults, and an empty variable counts as not set', () => {
  const defaults = {
    PORT: 3000,
    HOST: '127.0.0.1',
    TRUST_PROXY: [],
    DATA_DIR: 'data',
    COLLEGE_NAME: 'Clinical Medical College',
    COLLEGE_TIMEZONE: 'Asia/Karachi',
    ATTENDANCE_MINIMUM: 75,
    CASE_RESPONSE_DAYS: 3,
    LOGBOOK_BACKDATE_DAYS: 14,
    BACKUP_AT: '02:30',
    BACKUP_KEEP: 14,
    ARCHIVE_KEEP: 7,
    ARCHIVE_SECONDS: 120,
    BACKUP_URL_KEEP: 30,
    SECURITY_LOG_KEEP: 180,
    REMOVED_FILES_KEEP: 30,
    SECOND_FACTOR_ROLES: [],
    OIDC_NAME: 'Sign in with the college account',
    ADMIN_EMAIL: 'admin@localhost.localdomain',
    DISK_RESERVE: { bytes: 1024 ** 3, share: 0.05 },
    SWEEP_MOST: 20,
    METRICS_HOST: '127.0.0.1',
    SLOW_STATEMENT_MS: 1000,
    given: new Set(),
  }
  expect(readSettings({})).toEqual(defaults)
  expect(readSettings({ PORT: '', DATABASE_URL: '', COLLEGE_TIMEZONE: '', HOME: '/root' })).toEqual(defaults)
})

test('what is set is read', () => {
  const given = {
    PORT: '8080',
    DATABASE_URL: 'postgresql://u:p@db/elog',
    FILES_URL: 's3://k:s@files/bucket',
    SMTP_URL: 'smtps://mail.test',
    MAIL_FROM: 'elog@college.test',
    PUBLIC_URL: 'https://elog.college.test',
    COLLEGE_NAME: ' کالج ',
    COLLEGE_TIMEZONE: 'Europe/Berlin',
    ADMIN_PASSWORD: 'Correct1',
    DISK_RESERVE: '200MB,0%',
    SWEEP_MOST: '312',
    AUDIT_KEEP: '10',
    REMOVED_FILES_KEEP: '7',
  }
  const read = {
    PORT: 8080,
    COLLEGE_NAME: 'کالج',
    DISK_RESERVE: { bytes: 200 * 1024 ** 2, share: 0 },
    SWEEP_MOST: 312,
    AUDIT_KEEP: 10,
    REMOVED_FILES_KEEP: 7,
  }
  expect(readSettings(given)).toMatchObject({ ...given, ...read })
  expect([...readSettings({ ...given, PORT: '' }).given].sort()).toEqual(
    Object.keys(given)
      .filter((name) => name !== 'PORT')
      .sort(),
  )
  expect(readSettings({ SECOND_FACTOR_ROLES: 'admin, HOD,,Registrar ' }).SECOND_FACTOR_ROLES).toEqual([
    'admin',
    'hod',
    'registrar',
  ])
  expect(readSettings({ TRUST_PROXY: ' 10.1.2.3, 10.2.0.0/16,2001:db8::/32, ' }).TRUST_PROXY).toEqual([
    '10.1.2.3',
    '10.2.0.0/16',
    '2001:db8::/32',
  ])
})

test.each([
  [{ PORT: 'x' }, 'PORT must be a port number'],
  [{ PORT: '65536' }, 'PORT must be a port number'],
  [{ PORT: '-1' }, 'PORT must be a port number'],
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a port number'],
  [{ SLOW_STATEMENT_MS: '1s' }, 'SLOW_STATEMENT_MS must be a number of milliseconds'],
  [{ HOST: ' ' }, 'HOST must not be empty'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
  [{ DATABASE_URL: 'db' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
  [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER must be transaction, or not set'],
  [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER needs DATABASE_OWNER_URL too, past the pooler'],
  [{ FILES_URL: 'https://files' }, 'FILES_URL must be an address that starts with s3://'],
  [{ PUBLIC_URL: 'elog.test' }, 'PUBLIC_URL must be an address that starts with http:// or https://'],
  [{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL too'],
  [{ OIDC_ISSUER: 'ftp://id.test' }, 'OIDC_ISSUER must be an address that starts with https:// or http://'],
  [
    { OIDC_ISSUER: 'http://id.test', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', PUBLIC_URL: 'https://elog.test' },
    'OIDC_ISSUER must be an address that starts with https://',
  ],
  [{ SMTP_URL: 'smtp://mail.test' }, 'SMTP_URL needs MAIL_FROM and PUBLIC_URL too'],
  [{ ATTENDANCE_MINIMUM: '101' }, 'ATTENDANCE_MINIMUM must be at most 100'],
  [{ ATTENDANCE_MINIMUM: 'most' }, 'ATTENDANCE_MINIMUM must be a whole percentage'],
  [{ BACKUP_DIR: 'backups' }, 'BACKUP_DIR must be a path from the root, such as /mnt/backups'],
  [{ BACKUP_AT: '24:00' }, 'BACKUP_AT must be a time such as 02:30'],
  [{ UPGRADE_WITHOUT_BACKUP: '1' }, 'UPGRADE_WITHOUT_BACKUP must be yes, or not set'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be at least 1'],
  [{ BACKUP_URL: 'https://files' }, 'BACKUP_URL must be an address that starts with s3://'],
  [{ BACKUP_URL: 's3://files/bucket' }, 'BACKUP_URL must be s3://KEY:SECRET@HOST/BUCKET'],
  [{ BACKUP_URL: 's3://k:s@files/' }, 'BACKUP_URL must be s3://KEY:SECRET@HOST/BUCKET'],
  [
    { FILES_URL: 's3://k:s@files/college/a', BACKUP_URL: 's3://other:s@files/college/a/?tls=no' },
    'BACKUP_URL must not be the bucket and folder of FILES_URL',
  ],
  [{ BACKUP_URL_KEEP: '0' }, 'BACKUP_URL_KEEP must be at least 1'],
  [{ AUDIT_KEEP: '0' }, 'AUDIT_KEEP must be at least 1'],
  [{ AUDIT_KEEP: '10y' }, 'AUDIT_KEEP must be a number of years'],
  [{ WITHDRAWN_CASES_KEEP: '7' }, 'WITHDRAWN_CASES_KEEP must be at least 30'],
  [{ SECURITY_LOG_KEEP: '29' }, 'SECURITY_LOG_KEEP must be at least 30'],
  [{ REMOVED_FILES_KEEP: '6' }, 'REMOVED_FILES_KEEP must be at least 7'],
  [{ CASE_RESPONSE_DAYS: '0' }, 'CASE_RESPONSE_DAYS must be at least 1'],
  [{ CASE_RESPONSE_DAYS: 'soon' }, 'CASE_RESPONSE_DAYS must be a number of days'],
  [{ COLLEGE_TIMEZONE: 'Lahore' }, 'COLLEGE_TIMEZONE must be a time zone such as Asia/Karachi'],
  [{ DISK_RESERVE: '5%' }, 'DISK_RESERVE must be a size and a share such as 1GB,5%'],
  [{ SWEEP_MOST: 'all' }, 'SWEEP_MOST must be a number of files'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an email address'],
  [
    { ADMIN_PASSWORD: 'weak' },
    'ADMIN_PASSWORD Password must be at least 8 characters with uppercase, lowercase, and number',
  ],
  ...[
    'true',
    'loopback',
    'proxy.test',
    '10.0.0',
    '10.0.0.1/33',
    '10.0.0.1/',
    '::/129',
    '0.0.0.0/0',
    '10.1.2.3 10.1.2.4',
  ].map((TRUST_PROXY): [Record<string, string>, string] => [
    { TRUST_PROXY },
    'TRUST_PROXY must be addresses or ranges such as 10.1.2.3 or 10.1.0.0/16, separated by commas',
  ]),
  [{ PORT: 'x', ADMIN_EMAIL: 'x' }, 'PORT must be a port number; ADMIN_EMAIL must be an email address'],
])('%j is refused in one line', (environment, line) => {
  expect(() => readSettings(environment)).toThrow(new Error(`Wrong settings: ${line}`))
})

test('the log of the embedded database is archived where that is sealed, or where the operator says so', () => {
  const BACKUP_URL = 's3://KEY:SECRET@files.college.test/copies'
  const answer = (environment: Record<string, string>) => isArchiving(readSettings(environment))
  expect(answer({ BACKUP_URL })).toBe(true)
  expect(answer({ BACKUP_DIR: '/mnt/backups', ARCHIVE: 'on' })).toBe(true)
  expect(answer({ BACKUP_DIR: '/mnt/backups' })).toBe(false)
  expect(answer({ BACKUP_URL, ARCHIVE: 'off' })).toBe(false)
  expect(answer({ BACKUP_URL, ARCHIVE: 'on', DATABASE_URL: 'postgres://db/elog' })).toBe(false)
})
