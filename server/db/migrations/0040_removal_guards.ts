import { type Kysely, sql } from 'kysely'

/**
 * Guards of the times by which rows are removed (0037): the app's role could choose a seal's time, and that of a case's
 * withdrawal. Here the database holds them (docs/decisions/0045-retention.md). No rule compares a seal with the one
 * before it: a clock that was set back would stop the sealing.
 */
const statements = [
  // The seal's hash covers its time, so this trigger only checks the time. An hour is more than any sealing takes.
  `create function seals_are_of_now() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      if new.at between clock_timestamp() - interval '1 hour' and clock_timestamp() + interval '1 hour' then return new; end if;
      raise exception 'a seal says when it is made';
    end
  $$`,
  `create trigger audit_seals_of_now before insert on audit_seals for each row execute function seals_are_of_now()`,

  // A case that is put in as withdrawn, which the demo has, takes nothing with it but itself.
  `create function withdrawals_are_of_now() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      if old.withdrawn_at is not null then raise exception 'a withdrawn case stays so, since then'; end if;
      new.withdrawn_at := now();
      return new;
    end
  $$`,
  `create trigger reportings_withdrawn_now before update of withdrawn_at on reportings for each row
    when (old.withdrawn_at is distinct from new.withdrawn_at) execute function withdrawals_are_of_now()`,

  // As in 0037, but it stops before the first seal that is not old, and takes no row that is not old by itself.
  `create or replace function remove_old_trail(most integer) returns integer language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      oldest timestamptz;
      since integer;
      last record;
      ids int8range;
      passed bigint;
      gone bigint := 0;
    begin
      select now() - make_interval(years => audit_years) into oldest from retention;
      select coalesce((select (changes -> 'seal' ->> 1)::integer from audit
        where entity = 'trail' and entity_id = 0 order by id desc limit 1), 0) into since;
      select max(id) as id, max(at) as at, count(*)::integer as seals, range_agg(covered) as ids into last from (
        select following.*, sum(row_count) over (order by id) - row_count as before,
          bool_and(at < oldest) over (order by id) as is_old
        from (select * from audit_seals where id > since order by id limit 1000) following
      ) seals where is_old and before < most;
      if last.seals = 0 then return 0; end if;
      perform set_config('clinical_elog.removing', 'by its time', true);
      for ids in select unnest(last.ids) loop
        delete from audit where id >= lower(ids) and id < upper(ids) and at < oldest
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
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
