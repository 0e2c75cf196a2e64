import { type Kysely, sql } from 'kysely'

/**
 * The time that the trail and withdrawn cases are kept. The owner writes it at each start by the settings; the app's
 * role may only have done what it says, by the two functions, which run as their owner
 * (docs/decisions/0045-retention.md). Rows `trail`, which nobody else adds and nothing removes, tell of removals from
 * the trail: the check of the chain knows by them which rows may be missing.
 */
const statements = [
  `create table retention (
    is_only boolean primary key default true check (is_only),
    audit_years integer check (audit_years > 0),
    withdrawn_case_days integer check (withdrawn_case_days > 0)
  )`,
  'insert into retention default values',
  'alter table reporting_numbers add removed integer not null default 0 check (removed between 0 and last)',

  `create or replace function audit_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and tg_table_name = 'audit' and current_setting('clinical_elog.removing', true) = 'by its time' then
        return null;
      end if;
      raise exception 'the audit trail is append-only';
    end
  $$`,
  `create function trail_rows_are_the_owners() returns trigger language plpgsql as $$
    begin
      if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
      raise exception 'rows about the trail come from the database alone';
    end
  $$`,
  `create trigger audit_trail_rows before insert on audit for each row when (new.entity = 'trail')
    execute function trail_rows_are_the_owners()`,

  // By whole seals, so that a seal's rows are either there or told as removed. The status of a student is read for the
  // surveys of then, and stays. The answer: how many seals were gone through; none when nothing is left to do.
  `create function remove_old_trail(most integer) returns integer language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      since integer;
      bound integer;
      last record;
      ids int8range;
      passed bigint;
      gone bigint := 0;
    begin
      select id into bound from audit_seals where at < now() - make_interval(years => (select audit_years from retention))
        order by at desc limit 1;
      select coalesce((select (changes -> 'seal' ->> 1)::integer from audit
        where entity = 'trail' and entity_id = 0 order by id desc limit 1), 0) into since;
      if bound is null or bound <= since then return 0; end if;
      select max(id) as id, max(at) as at, count(*)::integer as seals, range_agg(covered) as ids into last from (
        select old.*, sum(row_count) over (order by id) - row_count as before from audit_seals old
        where id > since and id <= bound order by id limit 1000
      ) seals where before < most;
      perform set_config('clinical_elog.removing', 'by its time', true);
      for ids in select unnest(last.ids) loop
        delete from audit where id >= lower(ids) and id < upper(ids)
          and entity <> 'trail' and not (entity = 'student' and changes ? 'status');
        get diagnostics passed = row_count;
        gone := gone + passed;
      end loop;
      perform set_config('clinical_elog.removing', '', true);
      insert into audit (action, entity, entity_id, changes) values ('remove', 'trail', 0, jsonb_build_object(
        'rows', jsonb_build_array(last.ids::text, null), 'count', jsonb_build_array(gone, null),
        'seal', jsonb_build_array(since, last.id), 'until', jsonb_build_array(null, last.at)));
      return last.seals;
    end
  $$`,

  // With what the trail says of each: it has the words of the case. The answer: how many were removed.
  `create function remove_withdrawn_cases(most integer) returns integer language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      one record;
      ids int8multirange;
      done integer := 0;
    begin
      for one in select r.id, r.case_number from reportings r, retention
        where r.withdrawn_at < now() - make_interval(days => withdrawn_case_days)
        order by r.withdrawn_at, r.id limit most for update of r skip locked
      loop
        select range_agg(int8range(id, id + 1)) into ids from audit where entity = 'reporting' and entity_id = one.id;
        delete from reporting_files f using reporting_entries e
          where f.reporting_entry_id = e.id and e.reporting_id = one.id;
        delete from reporting_entries where reporting_id = one.id;
        delete from reportings where id = one.id;
        update reporting_numbers set removed = removed + 1 where year = split_part(one.case_number, '-', 2)::integer;
        perform set_config('clinical_elog.removing', 'by its time', true);
        delete from audit where entity = 'reporting' and entity_id = one.id and id::int8 <@ ids;
        perform set_config('clinical_elog.removing', '', true);
        insert into audit (action, entity, entity_id, changes) values ('remove', 'trail', one.id, jsonb_build_object(
          'rows', jsonb_build_array(ids::text, null), 'case_number', jsonb_build_array(one.case_number, null)));
        done := done + 1;
      end loop;
      return done;
    end
  $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
