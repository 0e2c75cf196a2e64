import { type Kysely, sql } from 'kysely'

/**
 * The needs of administration beyond the foundation: a student may have no roll number yet (no form asks for one),
 * accounts know when they were last signed in to, designations and roles can be edited by two people, and staff are
 * read in the order of their names.
 */
const statements = [
  'alter table students alter column roll_no drop not null',

  // A person who has chosen a password has signed in before; the time is not known, so the account's last change stands
  // for it.
  'alter table users add column signed_in_at timestamptz(3)',
  'update users set signed_in_at = updated_at where not must_change_password',

  `alter table designations
    add column created_at timestamptz(3) not null default now(),
    add column updated_at timestamptz(3) not null default now()`,
  `alter table roles
    add column created_at timestamptz(3) not null default now(),
    add column updated_at timestamptz(3) not null default now()`,

  'create index users_name on users (name, id)',

  // Staff are listed by name, a page at a time. The name is the account's; the copy that an index can be ordered by is
  // the database's own business.
  'alter table staff add column sort_name text collate "und-x-icu"',
  'update staff set sort_name = users.name from users where users.id = staff.user_id',
  'alter table staff alter column sort_name set not null',
  `create function staff_take_sort_name() returns trigger language plpgsql as $$
    begin
      select name into new.sort_name from users where id = new.user_id;
      return new;
    end
  $$`,
  `create trigger staff_sort_name before insert on staff
    for each row execute function staff_take_sort_name()`,
  `create function users_give_sort_name() returns trigger language plpgsql as $$
    begin
      update staff set sort_name = new.name where user_id = new.id;
      return null;
    end
  $$`,
  `create trigger users_sort_name after update of name on users
    for each row when (old.name is distinct from new.name) execute function users_give_sort_name()`,
  'create index staff_sort_name on staff (sort_name, user_id)',
  'drop index staff_department_id',
  'create index staff_department_id on staff (department_id, sort_name, user_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
