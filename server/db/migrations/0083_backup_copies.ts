import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * Copies of backups in a bucket elsewhere, each try a row. Of the key on paper, the database has what seals, and never
 * what opens. `keys` names the keys to which a copy is sealed.
 */
const statements = [
  `alter table college_settings add backup_recipient text check (backup_recipient ~ '^age1[0-9a-z]{58}$'),
    add backup_key_at timestamptz(3),
    add constraint college_settings_backup_key check ((backup_recipient is null) = (backup_key_at is null))`,
  `create table backup_copies (
    id integer generated always as identity primary key,
    backup_id integer not null references backups (id) on delete cascade,
    keys text not null,
    begun_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    taken_at timestamptz(3),
    bytes bigint,
    sent_bytes bigint,
    failure text check (failure <> ''),
    check (failure is null or finished_at is not null)
  )`,
  'create index backup_copies_backup_id on backup_copies (backup_id)',
  'create index backup_copies_whole on backup_copies (taken_at desc) where bytes is not null',
  'alter table setting_tests drop constraint setting_tests_kind_check',
  `alter table setting_tests add constraint setting_tests_kind_check
    check (kind in ('mail', 'restore', 'restore-copy'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: { 'the key on paper': 'college_settings where backup_recipient is not null' },
  statements: [
    `delete from setting_tests where kind = 'restore-copy'`,
    'alter table setting_tests drop constraint setting_tests_kind_check',
    `alter table setting_tests add constraint setting_tests_kind_check check (kind in ('mail', 'restore'))`,
    'drop table backup_copies',
    'alter table college_settings drop backup_recipient, drop backup_key_at',
  ],
  forgetting: 'which copies of backups are elsewhere, where they stay, and how their trials ended',
}
