import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * Things that are wrong with the installation, as any of its processes sees them: those of a process alone have its name
 * as `source`. A row that was told stays until its end is told too. Beside them the places to which they are told, and
 * the last sign of life.
 */
const statements = [
  `create table concerns (
    kind text not null,
    source text not null default '',
    detail text not null default '',
    since timestamptz(3) not null default now(),
    seen_at timestamptz(3) not null default now(),
    told_at timestamptz(3),
    is_over boolean not null default false,
    primary key (kind, source)
  )`,
  `create table signs_of_life (
    id integer primary key default 1 check (id = 1),
    tried_at timestamptz(3),
    heard_at timestamptz(3),
    behind_seconds integer,
    failure text
  )`,
  'insert into signs_of_life default values',
  'alter table college_settings add alert_mail text, add alert_webhook text, add heartbeat_url text',
  // A place that does not answer holds up no mail.
  `select jobs.create_queue('alerts', '{"policy": "standard"}')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: {
    'addresses of alerts': `college_settings
      where alert_mail is not null or alert_webhook is not null or heartbeat_url is not null`,
  },
  statements: [
    `select jobs.delete_queue('alerts')`,
    'alter table college_settings drop alert_mail, drop alert_webhook, drop heartbeat_url',
    'drop table signs_of_life',
    'drop table concerns',
  ],
  forgetting: 'what is wrong with the installation just now, and the last sign of life',
}
