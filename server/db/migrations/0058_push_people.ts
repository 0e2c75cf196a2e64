import { type Kysely, sql } from 'kysely'

/**
 * A device that is told of something new belongs to a person, and outlasts a login that ended by time; it is known by
 * the browser's cookie. A login that somebody ends before its time takes its device with it. When a login goes by time,
 * its last use stays with the device.
 */
const statements = [
  `alter table push_devices
    add column user_id integer references users (id) on delete cascade,
    add column device bytea unique,
    add column seen_at timestamptz(3) not null default now(),
    alter column login_id drop not null`,
  `update push_devices d set user_id = l.user_id, seen_at = l.last_used_at from logins l where l.id = d.login_id`,
  `alter table push_devices
    alter column user_id set not null,
    drop constraint push_devices_login_id_fkey,
    add constraint push_devices_login_id_fkey foreign key (login_id) references logins (id) on delete set null`,
  'create index push_devices_user_id on push_devices (user_id)',
  `create function logins_end_devices() returns trigger language plpgsql as $$
    begin
      if old.expires_at > now() then
        delete from push_devices where login_id = old.id;
      else
        update push_devices set login_id = null, seen_at = greatest(seen_at, old.last_used_at) where login_id = old.id;
      end if;
      return old;
    end
  $$`,
  `create trigger logins_end_devices before delete on logins
    for each row execute function logins_end_devices()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
