import { type Kysely, sql } from 'kysely'

/**
 * Settings that administrators choose on a screen, in one row: null is the default. An environment variable wins over
 * each. The password of the mail server is sealed. A test restore and the test mails of the last day are noted.
 */
const statements = [
  `create table college_settings (
    id integer primary key check (id = 1),
    college_name text check (college_name <> ''),
    attendance_minimum integer check (attendance_minimum between 0 and 100),
    mail_host text check (mail_host <> ''),
    mail_port integer check (mail_port in (25, 465, 587, 2525)),
    mail_security text check (mail_security in ('tls', 'starttls', 'none')),
    mail_user text check (mail_user <> ''),
    mail_password bytea,
    mail_from text check (mail_from <> ''),
    public_url text check (public_url ~ '^https?://'),
    backup_dir text check (backup_dir ~ '^/'),
    backup_at time,
    backup_keep integer check (backup_keep between 1 and 9999),
    updated_at timestamptz(3) not null default now(),
    constraint college_settings_mail check (mail_host is null or (mail_port is not null and mail_security is not null)),
    constraint college_settings_password check (mail_password is null
      or (mail_host is not null and mail_user is not null and mail_security <> 'none'))
  )`,
  'insert into college_settings (id) values (1)',
  `create table college_logos (
    id integer primary key check (id = 1),
    name text not null,
    type text not null check (type in ('image/png', 'image/jpeg')),
    size integer not null,
    sha256 bytea not null,
    storage_key text not null unique
  )`,
  `create table setting_tests (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('mail', 'restore')),
    user_id integer references users (id) on delete set null,
    begun_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    taken_at timestamptz(3),
    tables integer,
    rows bigint,
    files integer,
    bytes bigint,
    failure text check (failure <> ''),
    check (failure is null or finished_at is not null)
  )`,
  'create index setting_tests_user_id on setting_tests (user_id, kind, begun_at)',
  'create index setting_tests_kind on setting_tests (kind, id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
